import { createReadStream } from 'node:fs';
import { readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type pg from 'pg';
import { StartError } from '../../server/src/config/start-error.ts';
import { inParallel } from './in-parallel.ts';
import { connect } from './media-rows.ts';
import { streamOf, type ClusterPart, type Entry } from './manifest.ts';

/** Files that are open at the same time. */
const PARALLEL_FILES = 8;
/** The size of a segment of the WAL. The built-in database has the default. */
const SEGMENT_BYTES = 16 * 1_048_576;
const SEGMENTS_PER_LOG = 0x1_0000_0000 / SEGMENT_BYTES;

/** Folders whose content PostgreSQL makes again. The folders themselves must be there. */
const EMPTIED = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
]);
/** Files of the running server, of its present state, or of one session. */
const LEFT_OUT =
  /^(?:postmaster\.(?:pid|opts)|backup_label(?:\.old)?|tablespace_map(?:\.old)?|backup_manifest|current_logfiles|(?:recovery|standby)\.signal|pg_internal\.init.*|pgsql_tmp.*|\.s\.PGSQL\..*|t\d+_\d+(?:_\w+)?(?:\.\d+)?)$/;
/** Tells PostgreSQL where to start, so it is copied last, as `pg_basebackup` does. */
const CONTROL_FILE = 'global/pg_control';

type Store = (logicalPath: string, content: Readable) => Promise<Entry>;

export interface CopiedCluster {
  part: ClusterPart;
  files: Entry[];
  endedAt: Date;
  reachesFrom: Date;
}

/**
 * Copies the files of a running PostgreSQL between `pg_backup_start` and `pg_backup_stop`, and the WAL of that time. The WAL
 * repairs what changed while it was read. `beforeStop` runs at the end, when all files are copied.
 */
export async function copyCluster(
  superuserUrl: string,
  cluster: string,
  store: Store,
  beforeStop: () => Promise<void>,
): Promise<CopiedCluster> {
  // PostgreSQL ends the backup together with this connection. So nothing stays behind after a crash of this program.
  const client = await connect({ connectionString: superuserUrl });
  try {
    await assertNoTablespaces(client);
    // Keeps the WAL until the end of this connection. Without it, a checkpoint could remove what is not copied yet.
    await client.query(
      `select pg_create_physical_replication_slot('roost_backup_' || pg_backend_pid(), true, true)`,
    );
    const start = await one<{ segment: string; timeline: number; id: string }>(
      client,
      `select pg_walfile_name(lsn) as segment, timeline_id as timeline, system_identifier::text as id
        from pg_backup_start('roost', true) as lsn, pg_control_checkpoint(), pg_control_system()`,
    );
    const { files, folders } = await listFiles(cluster);
    const stored: Entry[] = [];
    const copy = async (path: string) => {
      const content = await openIfThere(join(cluster, path));
      if (content) stored.push(await store(`database/${path}`, content));
    };
    await inParallel(files, PARALLEL_FILES, copy);
    await copy(CONTROL_FILE);
    await beforeStop();
    // The time must come before the stop. Otherwise a write between the stop and this time would count, too.
    const end = await one<{ now: Date }>(client, 'select clock_timestamp() as now');
    const stop = await one<StopRow>(
      client,
      `select lsn::text as lsn, pg_walfile_name(lsn) as segment, labelfile as label,
          clock_timestamp() as now from pg_backup_stop(false)`,
    );
    stored.push(await store('database/backup_label', streamOf(stop.label)));
    const segments = segmentsBetween(start.segment, stop.segment);
    await inParallel(segments, PARALLEL_FILES, async (name) => copy(`pg_wal/${name}`));
    return {
      part: {
        kind: 'cluster',
        systemId: start.id,
        timeline: start.timeline,
        startSegment: start.segment,
        stopSegment: stop.segment,
        stopLsn: stop.lsn,
        folders,
      },
      files: stored,
      endedAt: end.now,
      reachesFrom: stop.now,
    };
  } finally {
    await client.end();
  }
}

interface StopRow {
  lsn: string;
  segment: string;
  label: string;
  now: Date;
}

async function one<Row extends pg.QueryResultRow>(client: pg.Client, sql: string): Promise<Row> {
  const { rows } = await client.query<Row>(sql);
  const [row] = rows;
  if (!row) throw new Error('PostgreSQL has no answer');
  return row;
}

/** The role of the app cannot make tablespaces. Their files would be outside the cluster. */
async function assertNoTablespaces(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select spcname as name from pg_tablespace where spcname not in ('pg_default', 'pg_global')`,
  );
  if (rows[0])
    throw new StartError(
      `The built-in database has a tablespace (${rows[0].name}), and backups do not take that along. Drop it first.`,
    );
}

async function listFiles(cluster: string): Promise<{ files: string[]; folders: string[] }> {
  const files: string[] = [];
  const folders: string[] = [];
  const visit = async (folder: string): Promise<void> => {
    for (const entry of await entriesOf(join(cluster, folder))) {
      const path = folder ? `${folder}/${entry.name}` : entry.name;
      if (LEFT_OUT.test(entry.name)) continue;
      if (entry.isSymbolicLink())
        throw new StartError(
          `${path} in the database links to ${await readlink(join(cluster, path))}, and backups do not follow links there.`,
        );
      if (entry.isFile()) {
        if (path !== CONTROL_FILE) files.push(path);
        continue;
      }
      if (!entry.isDirectory()) continue;
      folders.push(path);
      if (!EMPTIED.has(path)) await visit(path);
    }
  };
  await visit('');
  folders.push('pg_wal/archive_status', 'pg_wal/summaries');
  return { files, folders };
}

/** PostgreSQL may drop a database meanwhile. */
async function entriesOf(folder: string) {
  return readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}

/** A table may be dropped meanwhile. The WAL then drops it again. */
async function openIfThere(path: string): Promise<Readable | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Readable | undefined>();
  const stream = createReadStream(path);
  stream.once('open', () => resolve(stream));
  stream.once('error', (error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? resolve(undefined) : reject(error),
  );
  return promise;
}

/** The names of the segments from the first to the last one, both included. */
export function segmentsBetween(first: string, last: string): string[] {
  const names: string[] = [];
  for (let name = first; name <= last; name = nextSegment(name)) names.push(name);
  return names;
}

/** A name has three numbers of 32 bits: the timeline, the log, and the segment in it. */
export function nextSegment(name: string): string {
  const [timeline, log, segment] = [0, 8, 16].map((at) =>
    Number.parseInt(name.slice(at, at + 8), 16),
  ) as [number, number, number];
  const isLast = segment + 1 >= SEGMENTS_PER_LOG;
  return [timeline, isLast ? log + 1 : log, isLast ? 0 : segment + 1].map(hex).join('');
}

const hex = (number: number) => number.toString(16).toUpperCase().padStart(8, '0');
