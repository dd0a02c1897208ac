import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { holdLock, keptSecret } from '../../../config/data-folder.ts';
import { StartError } from '../../../config/start-error.ts';
import { flushFolder } from '../../../lib/flush-folder.ts';
import { locateData, type DataLocation } from '../embedded/data-location.ts';
import { clearSockets } from '../embedded/embedded-address.ts';
import {
  findBinaries,
  majorOf,
  prepareBinaries,
  type Binaries,
} from '../embedded/embedded-binaries.ts';
import { makeCluster, makeDatabase } from '../embedded/embedded-cluster.ts';
import { clearLeftovers } from '../embedded/embedded-leftovers.ts';
import { migrate } from '../migrate.ts';
import { bytesOf, copyClusterFiles } from './cluster-files.ts';
import { draftOf, majorOfCluster } from './cluster-version.ts';
import { assertSameContents } from './compare-databases.ts';
import { copyDatabase } from './copy-database.ts';
import { runCluster, type RunningCluster } from './run-cluster.ts';

export interface UpgradeOptions {
  /** The data folder. */
  folder: string;
  /** Returns a folder with the programs of this major version. */
  findOldPrograms: (major: number) => Promise<string>;
  log: (line: string) => void;
}

/** The copy and the new cluster each need as much space as the old cluster. The WAL of the new one needs some more. */
const SPACE_FACTOR = 2.3;
const MIN_SPACE_BYTES = 1_073_741_824;

/**
 * Moves the built-in database to the PostgreSQL that this version brings (decision 76). It copies the old cluster, and brings the
 * copy to the schema of this version. Then it copies all rows into a new cluster, compares both, and swaps the folders. The old
 * cluster stays as it is, in `cluster-<major>`. An interrupted run begins again, or completes the swap.
 */
export async function upgradeCluster(options: UpgradeOptions): Promise<void> {
  const location = locateData(options.folder);
  const release = holdLock(join(location.home, 'lock'));
  if (!release)
    throw new StartError(
      `The data folder ${options.folder} is in use. Stop Roost, and run this again.`,
    );
  try {
    await upgrade(location, options);
  } finally {
    release();
  }
}

async function upgrade(location: DataLocation, options: UpgradeOptions): Promise<void> {
  const { log } = options;
  const draft = draftOf(location);
  const binaries = findBinaries(location);
  const ours = majorOf(binaries, location.runAs);
  if (existsSync(draft.marker) && !existsSync(location.cluster)) {
    await swapIn(location);
    return log(`The database runs with PostgreSQL ${ours} now.`);
  }
  const found = majorOfCluster(location.cluster);
  if (found === undefined) throw new StartError(`There is no database in ${location.home}.`);
  for (const { cluster } of [draft, draft.old]) await clearLeftovers(cluster, log);
  rmSync(draft.home, { recursive: true, force: true });
  if (found === ours)
    return log(`The database has PostgreSQL ${ours} already. Nothing was changed.`);
  if (found > ours)
    throw new StartError(
      `PostgreSQL ${found} made this database, which is newer than ours (${ours}).`,
    );
  const kept = join(location.home, `cluster-${found}`);
  if (existsSync(kept))
    throw new StartError(`${kept} is there already, from an earlier upgrade. Move it away first.`);

  const old = await prepareOld(location, found, options);
  await fillNewCluster(location, { old, ours: binaries }, log);
  writeFileSync(draft.marker, '', { flush: true });
  await flushFolder(draft.home);
  renameSync(location.cluster, kept);
  await flushFolder(location.home);
  await swapIn(location);
  log(
    `The database runs with PostgreSQL ${ours} now. The old one is in ${kept}. Delete it when all is well.`,
  );
}

async function prepareOld(
  location: DataLocation,
  major: number,
  { findOldPrograms }: UpgradeOptions,
): Promise<Binaries> {
  const folder = await findOldPrograms(major);
  const binaries = prepareBinaries(folder, location);
  if (majorOf(binaries, location.runAs) !== major)
    throw new StartError(`The programs in ${folder} are not those of PostgreSQL ${major}.`);
  return binaries;
}

/** Fills a new cluster beside the old one. It has stopped cleanly when this returns. The old one does not run. */
async function fillNewCluster(
  location: DataLocation,
  binaries: { old: Binaries; ours: Binaries },
  log: (line: string) => void,
): Promise<void> {
  const draft = draftOf(location);
  const password = keptSecret(join(location.home, 'password'));
  await clearLeftovers(location.cluster, log);
  clearSockets(location.cluster);
  await assertSpace(location);
  // The user of the database passes through.
  mkdirSync(draft.home, { mode: 0o711 });
  log('Copying the old database…');
  await copyClusterFiles(location, draft.old);
  await using old = await runCluster(draft.old, binaries.old, password, log);
  await makeCluster(draft, binaries.ours, password, true);
  await using fresh = await runCluster(draft, binaries.ours, password, log);
  await makeDatabase(fresh.url('postgres', 'postgres'), password);
  // The version before may not work with this schema, so the old cluster itself must not get it.
  for (const cluster of [old, fresh]) await migrate(cluster.url('roost', 'roost'), { log });
  await withClients([old, fresh], async (source, target) => {
    log('Copying all tables…');
    await copyDatabase(source, target, log);
    log('Comparing all tables…');
    await assertSameContents(source, target);
  });
}

async function assertSpace({ home, cluster }: DataLocation): Promise<void> {
  const { bavail, bsize } = await statfs(home);
  const needed = bytesOf(cluster) * SPACE_FACTOR + MIN_SPACE_BYTES;
  if (bavail * bsize < needed)
    throw new StartError(
      `The copies need ${Math.ceil(needed / 1_073_741_824)} GB on the disk of ${home}, and there is less. Make space, and run this again.`,
    );
}

/** Connects as the superuser, whom foreign keys and triggers do not stop. */
async function withClients<Result, Clusters extends RunningCluster[]>(
  clusters: readonly [...Clusters],
  work: (...clients: { [K in keyof Clusters]: pg.Client }) => Promise<Result>,
): Promise<Result> {
  const clients = clusters.map(
    (cluster) => new pg.Client({ connectionString: cluster.url('postgres', 'roost') }),
  );
  // If a connection is lost, the next statement says so.
  for (const client of clients) client.on('error', () => {});
  try {
    for (const client of clients) await client.connect();
    return await work(...(clients as { [K in keyof Clusters]: pg.Client }));
  } finally {
    await Promise.all(clients.map(async (client) => client.end().catch(() => {})));
  }
}

/** The new cluster gets its name. */
async function swapIn(location: DataLocation): Promise<void> {
  const draft = draftOf(location);
  renameSync(draft.cluster, location.cluster);
  await flushFolder(location.home);
  rmSync(draft.home, { recursive: true, force: true });
}
