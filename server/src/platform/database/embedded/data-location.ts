import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { isRoot } from '../../../config/data-folder.ts';
import { nobody, serviceUser } from '../../process/service-user.ts';
import { StartError } from '../../../config/start-error.ts';

/** The user that PostgreSQL runs as. Empty means the user of this process. */
export interface RunAs {
  uid?: number;
  gid?: number;
}

/** The folders of the database, and the user that it runs as. */
export interface DataLocation {
  /** Roost's folder: the lock, the password, the log, and the cluster. */
  home: string;
  /** PostgreSQL's own data directory. */
  cluster: string;
  runAs: RunAs;
}

/** Root's folder for files that other users must reach. */
export const SHARED = '/var/lib/roost';

export function locateData(folder: string): DataLocation {
  if (process.platform === 'win32') {
    throw new StartError(
      'The built-in database runs on Linux and macOS only; set DATABASE_URL to a PostgreSQL server.',
    );
  }
  const link = join(folder, 'db');
  const home = isRoot() ? homeOfRoot(link) : homeOfUser(link);
  const cluster = join(home, 'cluster');
  const runAs = isRoot() ? ownerOf(cluster) : {};
  if (isRoot() && !canEnter(runAs, home)) {
    throw new StartError(
      `The database in ${home} runs as user ${runAs.uid}, who can't enter that folder; let others pass through those above it (chmod o+x).`,
    );
  }
  if (!isRoot() && existsSync(cluster) && statSync(cluster).uid !== process.getuid?.()) {
    throw new StartError(
      `The database in ${home} belongs to another user; start Roost as that user, or as root.`,
    );
  }
  return { home, cluster, runAs };
}

function homeOfUser(link: string): string {
  mkdirSync(link, { recursive: true, mode: 0o700 });
  return realpathSync(link);
}

/**
 * PostgreSQL refuses to run as root, so root runs it as a separate user. If this user cannot reach the data folder, as under
 * /root, the database has a folder elsewhere. The data folder then has a link to it.
 */
function homeOfRoot(link: string): string {
  const there = lstatSync(link, { throwIfNoEntry: false });
  if (there?.isSymbolicLink() && !existsSync(link)) {
    throw new StartError(`The database's folder is gone: ${link} links to it.`);
  }
  if (!there?.isSymbolicLink() && !hasDatabase(link)) {
    mkdirSync(link, { recursive: true, mode: 0o700 });
    // This only lets the user pass through. The files inside have their own protection.
    for (const folder of [dirname(link), link]) letPass(folder);
    if (!canEnter(databaseUser(), link)) {
      rmSync(link, { recursive: true });
      symlinkSync(makeShared(link), link);
    }
  }
  return realpathSync(link);
}

/** Also in the moment when an upgrade replaces the cluster. */
function hasDatabase(folder: string): boolean {
  return ['cluster', 'upgrade'].some((name) => existsSync(join(folder, name)));
}

function letPass(folder: string): void {
  const { uid, mode } = statSync(folder);
  if (uid === 0) chmodSync(folder, (mode & 0o777) | 0o011);
}

function makeShared(link: string): string {
  mkdirSync(SHARED, { recursive: true, mode: 0o755 });
  const folder = mkdtempSync(join(SHARED, 'db-'));
  letPass(folder);
  // Explains the folder to an operator who finds it.
  writeFileSync(join(folder, 'belongs-to'), `${link}\n`);
  return folder;
}

/** The user who created the cluster keeps it, also if root starts it later. */
function ownerOf(cluster: string): RunAs {
  const owner = statSync(cluster, { throwIfNoEntry: false });
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : databaseUser();
}

function databaseUser(): RunAs {
  const { uid, gid } = serviceUser() ?? nobody();
  return { uid, gid };
}

/** Asks the system, because it also knows access lists and mounts. */
function canEnter(runAs: RunAs, folder: string): boolean {
  const tried = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], {
    ...runAs,
    cwd: '/',
    stdio: 'ignore',
  });
  if (tried.error) {
    throw new StartError(
      `PostgreSQL can't run as root, and no other user can be taken on here (${tried.error.message}); start Roost as an ordinary user, or set DATABASE_URL.`,
    );
  }
  return tried.status === 0;
}
