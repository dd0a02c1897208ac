import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { isRoot } from '../data-folder.ts';
import { StartError } from '../start-error.ts';

/** The user PostgreSQL runs as; empty: the one we are. */
export interface RunAs {
  uid?: number;
  gid?: number;
}

/** Where the database lies, and as whom it runs. */
export interface Place {
  /** Ours: the lock, the password, the log, and the cluster inside. */
  home: string;
  /** PostgreSQL's own data directory. */
  cluster: string;
  runAs: RunAs;
}

/** Where root keeps what other users must reach. */
export const SHARED = '/var/lib/roost';

export function placeDatabase(folder: string): Place {
  if (process.platform === 'win32') {
    throw new StartError(
      'The built-in database runs on Linux and macOS only; set DATABASE_URL to a PostgreSQL server.',
    );
  }
  const link = join(folder, 'db');
  const home = isRoot() ? homeOfRoot(link) : homeOfUser(link);
  const cluster = join(home, 'cluster');
  const runAs = isRoot() ? ownerOrNobody(cluster) : {};
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
 * PostgreSQL refuses to run as root, so root's runs as `nobody`. Where that user can't reach the data folder (a
 * project under /root), the database lies in a folder of its own outside, with a link to it in the data folder.
 */
function homeOfRoot(link: string): string {
  const there = lstatSync(link, { throwIfNoEntry: false });
  if (there?.isSymbolicLink() && !existsSync(link)) {
    throw new StartError(`The database's folder is gone: ${link} links to it.`);
  }
  if (!there?.isSymbolicLink() && !existsSync(join(link, 'cluster'))) {
    mkdirSync(link, { recursive: true, mode: 0o700 });
    // What is inside is closed by itself; passing through is all that this allows.
    for (const folder of [dirname(link), link]) letPass(folder);
    if (!canEnter(nobody(), link)) {
      rmSync(link, { recursive: true });
      symlinkSync(makeShared(link), link);
    }
  }
  return realpathSync(link);
}

function letPass(folder: string): void {
  const { uid, mode } = statSync(folder);
  if (uid === 0) chmodSync(folder, (mode & 0o777) | 0o011);
}

function makeShared(link: string): string {
  mkdirSync(SHARED, { recursive: true, mode: 0o755 });
  const folder = mkdtempSync(join(SHARED, 'db-'));
  letPass(folder);
  // For whoever finds the folder and wonders.
  writeFileSync(join(folder, 'belongs-to'), `${link}\n`);
  return folder;
}

/** Who made the cluster goes on with it, also when root starts it later. */
function ownerOrNobody(cluster: string): RunAs {
  const owner = statSync(cluster, { throwIfNoEntry: false });
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : nobody();
}

function nobody(): RunAs {
  const line = /^nobody:[^:]*:(-?\d+):(-?\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'));
  return { uid: Number(line?.[1] ?? 65_534), gid: Number(line?.[2] ?? 65_534) };
}

/** Asked of the system itself, which knows about access lists and mounts too. */
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
