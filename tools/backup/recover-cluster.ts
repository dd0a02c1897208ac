import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { StartError } from '../../server/src/config/start-error.ts';
import type { BackupTarget } from '../../server/src/platform/backup/target.ts';
import { quoted } from '../../server/src/platform/backup/wal-archive.ts';
import type { DataLocation } from '../../server/src/platform/database/embedded/data-location.ts';
import {
  makeSocketFolder,
  removeSocketFolder,
} from '../../server/src/platform/database/embedded/embedded-address.ts';
import {
  findBinaries,
  majorOf,
} from '../../server/src/platform/database/embedded/embedded-binaries.ts';
import { launchPostmaster } from '../../server/src/platform/database/embedded/embedded-postmaster.ts';
import { findGap, listLaterSegments } from './find-gap.ts';
import { KEY_VARIABLE } from '../../server/src/platform/backup/key-file.ts';
import { connect } from './media-rows.ts';
import type { ClusterPart } from './manifest.ts';
import { WAL_UNREADABLE } from './wal-objects.ts';

const FETCH_PROGRAM = fileURLToPath(new URL('fetch-wal.ts', import.meta.url));
/** A part of the socket's name. Nothing listens on this TCP port. */
const PORT = 5_432;

export interface Recovery {
  location: DataLocation;
  part: ClusterPart;
  target: BackupTarget;
  /** Null: the end of the backup. */
  until: Date | 'latest' | null;
  /** The secret keys, one on each line. */
  identity: string | null;
  env: NodeJS.ProcessEnv;
  /** The first segment that the archive lacks, from `checkArchive`. */
  gap: string | undefined;
  /** Stops PostgreSQL, which ends the recovery with an error. */
  signal: AbortSignal | undefined;
  /** The new password of the database. */
  password: string;
}

/**
 * Lets PostgreSQL recover the copied files, sets a new password, and runs `check` on the database. Nobody else can connect
 * meanwhile. Throws a StartError if the files or the WAL are not usable.
 */
export async function recoverCluster(
  recovery: Recovery,
  check: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const { location, part, until, gap } = recovery;
  for (const folder of part.folders)
    mkdirSync(join(location.cluster, folder), { recursive: true, mode: 0o700 });
  writeFileSync(join(location.cluster, 'recovery.signal'), '', { mode: 0o600 });
  const hba = join(location.home, 'recovery.hba');
  writeFileSync(hba, 'local all all trust\n', { mode: 0o644 });
  const { uid, gid } = location.runAs;
  if (uid !== undefined && gid !== undefined)
    spawnSync('chown', ['-R', `${uid}:${gid}`, location.cluster]);

  const socketFolder = makeSocketFolder(location);
  if (!socketFolder) throw new StartError('The path of the temporary folder (TMPDIR) is too long.');
  const postmaster = launchPostmaster(location, findBinaries(location), {
    listening: { port: PORT, socketFolder },
    durable: true,
    connections: 10,
    recovery: { settings: { ...settingsOf(recovery), hba_file: hba }, env: envOf(recovery) },
  });
  const stop = () => void postmaster.stop();
  recovery.signal?.addEventListener('abort', stop);
  try {
    recovery.signal?.throwIfAborted();
    await postmaster.ready().catch((error: unknown) => {
      throw complaintIn(location) ?? explain(error as Error, until, gap);
    });
    await finish(socketFolder, recovery, check);
  } finally {
    recovery.signal?.removeEventListener('abort', stop);
    await postmaster.stop();
    removeSocketFolder(socketFolder);
  }
  announceTimelines(location.cluster);
}

function settingsOf({ part, until }: Recovery): Record<string, string> {
  const fetch = [process.execPath, FETCH_PROGRAM, part.systemId].map(quoted).join(' ');
  return {
    listen_addresses: '',
    hot_standby: 'off',
    restore_command: `${fetch} "%f" "%p"`,
    // `latest` could be the timeline of an earlier restore. Its changes do not belong to this backup.
    recovery_target_timeline: 'current',
    recovery_target_action: 'promote',
    ...(until === null && { recovery_target: 'immediate' }),
    ...(until instanceof Date && { recovery_target_time: postgresTime(until) }),
  };
}

/** PostgreSQL parses this setting before it loads the names of time zones. So it would refuse Z. */
const postgresTime = (time: Date): string =>
  time.toISOString().replace('T', ' ').replace('Z', '+00');

function envOf({ identity, env }: Recovery): NodeJS.ProcessEnv {
  return { ...env, ...(identity !== null && { [KEY_VARIABLE]: identity }) };
}

async function finish(
  host: string,
  { part, password }: Recovery,
  check: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = await connect({ host, port: PORT, user: 'postgres', database: 'roost' });
  try {
    const { rows } = await client.query<{ reached: boolean }>(
      'select pg_current_wal_lsn() >= $1::pg_lsn as reached',
      [part.stopLsn],
    );
    if (!rows[0]?.reached)
      throw new StartError('The recovery did not reach the end of the backup.');
    await check(client);
    for (const role of ['postgres', 'roost'])
      await client.query(`alter role ${role} password ${client.escapeLiteral(password)}`);
  } catch (error) {
    const DAMAGED_PAGE = 'XX001';
    if ((error as { code?: string }).code !== DAMAGED_PAGE) throw error;
    throw new StartError(`The database of this backup is damaged: ${(error as Error).message}.`);
  } finally {
    await client.end();
  }
}

/** The error that `fetch-wal.ts` wrote into PostgreSQL's log. */
function complaintIn({ home }: DataLocation): StartError | undefined {
  const lines = readFileSync(join(home, 'postgres.log'), 'utf8').split('\n');
  const line = lines.findLast((each) => each.startsWith(WAL_UNREADABLE));
  return line === undefined ? undefined : new StartError(line);
}

function explain({ message }: Error, until: Recovery['until'], gap?: string): StartError {
  if (/recovery ended before configured recovery target/.test(message))
    return gap !== undefined
      ? lacks(gap)
      : new StartError(
          `The archived WAL ends before ${until instanceof Date ? until.toISOString() : until}. Use an earlier time, or --until latest.`,
        );
  return new StartError(
    `The database of this backup does not start: ${message.split(' (its log')[0]}.`,
  );
}

/**
 * Returns the first segment that the archive lacks, although it has a later one. Throws a StartError if it has no later one, or if
 * `until` is the latest change and a segment before it is missing.
 */
export async function checkArchive(
  target: BackupTarget,
  part: ClusterPart,
  until: Date | 'latest',
): Promise<string | undefined> {
  const later = await listLaterSegments(target, part);
  if (later.length === 0)
    throw new StartError(
      `${target.name} has no WAL from after this backup. Restore without --until, or choose another one with --backup.`,
    );
  const gap = findGap(part, later);
  if (gap !== undefined && until === 'latest') throw lacks(gap);
  return gap;
}

function lacks(segment: string): StartError {
  return new StartError(
    `The archive lacks the WAL segment ${segment}. Use --until with a time before it.`,
  );
}

/** The major version of the built-in PostgreSQL. */
export const majorOfBuiltIn = (location: DataLocation): number =>
  majorOf(findBinaries(location), location.runAs);

/** Marks the new timeline for the archive. A later restore finds it there, and takes another number. */
function announceTimelines(cluster: string): void {
  const wal = join(cluster, 'pg_wal');
  for (const name of readdirSync(wal))
    if (name.endsWith('.history'))
      writeFileSync(join(wal, 'archive_status', `${name}.ready`), '', { mode: 0o600 });
}
