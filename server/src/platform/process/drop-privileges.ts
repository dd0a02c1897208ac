import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  lstatSync,
  readdirSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { flushCompileCache } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../../kernel/config.ts';
import { holdLock, isRoot } from '../../config/data-folder.ts';
import { linkLibraries } from '../database/embedded/embedded-binaries.ts';
import { clearLeftovers } from '../database/embedded/embedded-leftovers.ts';
import { SHARED } from '../database/embedded/data-location.ts';
import { nobody, SERVICE_NAME, serviceUser, type SystemUser } from './service-user.ts';
import { StartError } from '../../config/start-error.ts';

const projectRoot = resolve(import.meta.dirname, '../../../..');
/** Permission bits to pass through a folder, for its group and for all others. */
const GROUP_PASSES = 0o010;
const OTHERS_PASS = 0o001;

/**
 * If root started this process, the process continues as the service user, who owns the data folder. The database, the
 * media workers and all further processes then also run as this user. Returns the lines to report.
 * If that is impossible, production does not start. Elsewhere one of the lines is a warning.
 */
export async function dropRights(config: Config): Promise<string[]> {
  if (!isRoot()) return [];
  const user = serviceUser();
  if (!user) return asRoot(config, `there is no useradd to make the user ${SERVICE_NAME} with`);
  const opened = openPaths(config, user);
  const closed = findClosed(config, user);
  if (closed) {
    const remedy = `move Roost out of closed folders, or run chmod -R go+rX ${closed}`;
    return asRoot(config, `the user ${SERVICE_NAME} can't read ${closed}; ${remedy}`);
  }
  assertNobodyElses(config, user);
  await giveData(config, user);
  if (config.databaseUrl === null) linkLibraries();
  // Still as root, who owns the cache's folder. The user must not write there, because root runs this code.
  flushCompileCache();
  try {
    process.setgroups?.([user.gid]);
    process.setgid?.(user.gid);
    process.setuid?.(user.uid);
  } catch (error) {
    return asRoot(config, `this system lets nobody become another user (${String(error)})`);
  }
  const made = user.isNew ? ', which was added for that' : '';
  const passing = opened.map((folder) => `; ${SERVICE_NAME} may pass through ${folder} now`);
  return [`It was started as root and runs as the user ${SERVICE_NAME}${made}${passing.join('')}.`];
}

function asRoot({ isProduction }: Config, why: string): string[] {
  if (isProduction)
    throw new StartError(
      `Roost does not run as root in production, and ${why}. Or start it as an ordinary user.`,
    );
  return [`WARNING: it runs with root's rights, for ${why}.`];
}

/** All paths that the user must be able to read. */
function pathsOf({ dataFolder, pagesFolder }: Config): string[] {
  const code = ['server/src/main.ts', 'node_modules/kysely/package.json', 'web/dist/index.html'];
  return [
    process.execPath,
    ...code.map((path) => join(projectRoot, path)),
    dataFolder,
    ...(pagesFolder ? [pagesFolder] : []),
  ].filter((path) => existsSync(path));
}

/** Lets only the user pass through root's closed parent folders, such as /root. Returns these folders. */
function openPaths(config: Config, user: SystemUser): string[] {
  const folders = new Set<string>();
  const home = homeOf(config.dataFolder);
  for (const path of [...pathsOf(config), ...(home === null ? [] : [home])])
    for (let each = dirname(realpathSync(path)); each !== '/'; each = dirname(each))
      folders.add(each);
  return [...folders].filter((folder) => {
    const { uid, gid, mode } = statSync(folder);
    const isOpen =
      uid === user.uid || (mode & (gid === user.gid ? GROUP_PASSES : OTHERS_PASS)) !== 0;
    if (isOpen || uid !== 0 || (gid !== 0 && (mode & 0o070) !== 0)) return false;
    try {
      chownSync(folder, 0, user.gid);
      chmodSync(folder, (mode & 0o7707) | GROUP_PASSES);
      return true;
    } catch {
      // A read-only file system. `findClosed` reports whether the user can read.
      return false;
    }
  });
}

/** The first path that the user can't read. The system itself checks this, because it also knows access lists. */
function findClosed(config: Config, user: SystemUser): string | undefined {
  const paths = pathsOf(config).filter((path) => path !== config.dataFolder);
  const script = 'for path; do [ -r "$path" ] || { printf %s "$path"; exit 1; }; done; cd "$0/.."';
  const { status, stdout } = spawnSync('/bin/sh', ['-c', script, config.dataFolder, ...paths], {
    uid: user.uid,
    gid: user.gid,
    cwd: '/',
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  if (status === 0) return undefined;
  if (!stdout) return config.dataFolder;
  return stdout.startsWith(projectRoot) ? projectRoot : stdout;
}

/** Refuses to take data from an ordinary user, who may have started Roost as root only once. */
function assertNobodyElses({ dataFolder }: Config, user: SystemUser): void {
  const home = homeOf(dataFolder);
  for (const folder of [dataFolder, ...(home === null ? [] : [home])]) {
    const { uid } = statSync(folder);
    if (uid === 0 || uid === user.uid || uid === nobody().uid) continue;
    throw new StartError(
      `The data folder ${folder} belongs to another user (number ${uid}): start Roost as that user.`,
    );
  }
}

/** Makes the user the owner of the data folder (before: root) and of the database (before: maybe another user). */
async function giveData({ dataFolder }: Config, user: SystemUser): Promise<void> {
  const home = homeOf(dataFolder);
  const folders = home === null ? [dataFolder] : [home, dataFolder];
  const cluster = home === null ? null : join(home, 'cluster');
  const others = [...folders, ...(cluster && existsSync(cluster) ? [cluster] : [])].filter(
    (path) => statSync(path).uid !== user.uid,
  );
  if (others.length === 0) return;
  const release = home === null ? () => {} : holdLock(join(home, 'lock'));
  if (!release) throw new StartError(`The data folder ${dataFolder} is in use by another Roost.`);
  try {
    // A database that still runs after its server died belongs to its old user.
    if (cluster) await clearLeftovers(cluster, (line) => console.log(line));
    for (const folder of folders) giveTree(folder, user, rootsLinkIn(dataFolder));
  } finally {
    release();
  }
}

/**
 * The folder of the database. Follows a link only into root's folder for databases, or if root made the link: an operator
 * does that to move the database. The service user could change any other link.
 */
function homeOf(dataFolder: string): string | null {
  const path = join(dataFolder, 'db');
  if (!existsSync(path)) return null;
  const home = realpathSync(path);
  const link = lstatSync(path);
  const isOurs = !link.isSymbolicLink() || link.uid === 0 || dirname(home) === SHARED;
  return isOurs ? home : null;
}

/** The link to the database, if root made it. It stays root's, because the next start also checks who made it. */
function rootsLinkIn(dataFolder: string): string | undefined {
  const path = join(dataFolder, 'db');
  const link = lstatSync(path, { throwIfNoEntry: false });
  return link?.isSymbolicLink() && link.uid === 0 ? path : undefined;
}

/** Changes the folder itself last. So if the user owns it, the user owns its whole content, except `kept`. */
function giveTree(folder: string, { uid, gid }: SystemUser, kept?: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (path === kept) continue;
    if (entry.isDirectory()) giveTree(path, { uid, gid });
    else lchownSync(path, uid, gid);
  }
  lchownSync(folder, uid, gid);
}
