import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type pg from 'pg';
import { settings } from '../../server/src/config/settings.ts';
import { secretFiles } from '../../server/src/config/key-rings.ts';
import { StartError } from '../../server/src/config/start-error.ts';
import type { BackupConfig, Config } from '../../server/src/kernel/config.ts';
import { wallClock } from '../../server/src/lib/wall-clock.ts';
import { openStorage } from '../../server/src/media/media-ports.ts';
import { backupIdAt, BACKUPS, listBackups } from '../../server/src/platform/backup/backup-ids.ts';
import { openTarget } from '../../server/src/platform/backup/open-target.ts';
import type { BackupTarget } from '../../server/src/platform/backup/target.ts';
import { locateData } from '../../server/src/platform/database/embedded/data-location.ts';
import { superuserAddress } from '../../server/src/platform/database/embedded/embedded-address.ts';
import { isShardedDatabase } from '../../server/src/platform/database/sql-files/run-sql.ts';
import { findDatabase } from '../seed/find-database.ts';
import { acquireBackupLock, assertBackupLock } from './backup-lock.ts';
import { backupConfig } from './backup-config.ts';
import { copyCluster } from './copy-cluster.ts';
import { keyOfStored, MediaCopier } from './copy-media.ts';
import { assertProgram, majorOf, startDump } from './dump-database.ts';
import {
  streamOf,
  tryManifest,
  UnreadableManifest,
  writeManifest,
  type Entry,
  type Manifest,
} from './manifest.ts';
import { listNamedFiles } from './media-rows.ts';
import { withClient } from '../../server/src/platform/database/with-client.ts';
import { prune } from './prune.ts';
import { storeFile } from './store-file.ts';

export interface Made {
  id: string;
  target: string;
  files: number;
  /** The media files that this backup had to copy. */
  copiedMedia: number;
  bytes: number;
  deletedBackups: number;
}

/** Makes a backup beside a running server. Then deletes the oldest ones. */
export async function backUp(config: Config, env: NodeJS.ProcessEnv): Promise<Made> {
  const backup = backupConfig(config);
  const target = await openTarget(backup);
  const database = await findDatabase(config, () => {});
  try {
    return await withClient(database.adminUrl, async (client) => {
      await acquireBackupLock(client);
      return new Backup({ config, backup, target, client, env }).make(database.adminUrl);
    });
  } finally {
    await database.close();
  }
}

interface Parts {
  config: Config;
  backup: BackupConfig;
  target: BackupTarget;
  /** Connected to the database as the owner of the tables. */
  client: pg.Client;
  env: NodeJS.ProcessEnv;
}

type DatabaseCopy = Pick<Manifest, 'database' | 'files' | 'endedAt' | 'reachesFrom'>;

class Backup {
  readonly #parts: Parts;
  readonly #id = backupIdAt(new Date(wallClock()));
  #mediaListedAt = '';

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async make(url: string): Promise<Made> {
    const { config, backup, target, client } = this.#parts;
    const postgres = await majorOf(client);
    if (config.databaseUrl) await this.#assertDumpable(postgres);
    const site = await siteOf(client);
    const media = new MediaCopier(
      target,
      await this.#sources(),
      backup.recipient,
      await findStored(target, site),
      this.#id,
    );
    const startedAt = new Date(wallClock()).toISOString();
    // Most files are copied first. So the second time, after the database, few are left.
    await media.copy();
    const named = new Set<string>();
    const noteNamed = async () => {
      this.#mediaListedAt = await timeOf(client);
      for await (const file of listNamedFiles(client))
        if (!media.entries.has(`media/${file}`)) named.add(file);
    };
    const copy = config.databaseUrl
      ? await this.#dump(url, noteNamed)
      : await this.#copyCluster(url, noteNamed);
    await media.copy();
    const manifest: Manifest = {
      format: 1,
      id: this.#id,
      roost: versionOfRoost(),
      site,
      postgres,
      startedAt,
      recipient: backup.recipient,
      mediaListedAt: this.#mediaListedAt,
      deletedMedia: [...named].filter((file) => !media.entries.has(`media/${file}`)),
      ...copy,
      // A restore reads them in this order, so it finds a wrong key or a missing picture early.
      files: [...(await this.#storeSecrets()), ...media.entries.values(), ...copy.files],
    };
    await assertBackupLock(client);
    await writeManifest(target, manifest);
    await assertBackupLock(client);
    const deletedBackups = await prune(target, backup.keep);
    return {
      id: this.#id,
      target: target.name,
      files: manifest.files.length,
      copiedMedia: media.copied,
      bytes: manifest.files.reduce((sum, { bytes }) => sum + bytes, 0),
      deletedBackups,
    };
  }

  async #sources() {
    const { config } = this.#parts;
    return [
      { name: 'media', storage: await openStorage(config) },
      { name: 'exports', storage: await openStorage(config, 'exports') },
    ] as const;
  }

  async #assertDumpable(postgres: number): Promise<void> {
    if (await isShardedDatabase(this.#parts.client))
      throw new StartError(
        'This database is distributed: back up its coordinator and each worker by their own tools (docs/scaling.md).',
      );
    assertProgram('pg_dump', postgres);
  }

  async #copyCluster(url: string, beforeStop: () => Promise<void>): Promise<DatabaseCopy> {
    const { cluster } = locateData(this.#parts.config.dataFolder);
    const { part, files, ...times } = await copyCluster(
      superuserAddress(url),
      cluster,
      (logicalPath, content) => this.#store(logicalPath, content),
      beforeStop,
    );
    return {
      database: part,
      files,
      endedAt: times.endedAt.toISOString(),
      reachesFrom: times.reachesFrom.toISOString(),
    };
  }

  async #dump(url: string, before: () => Promise<void>): Promise<DatabaseCopy> {
    await before();
    return withClient(url, async (client) => {
      const { content, rows, startedAt } = await startDump(client, url);
      const file = await this.#store('database/dump', content);
      const endedAt = startedAt.toISOString();
      return { database: { kind: 'dump', rows }, files: [file], endedAt, reachesFrom: endedAt };
    });
  }

  /** The secrets of the data folder and the settings, if the backup is encrypted. */
  async #storeSecrets(): Promise<Entry[]> {
    const { config, backup, env } = this.#parts;
    if (backup.recipient === null) return [];
    const files = secretFiles
      .map((name) => ({ name, path: join(config.dataFolder, name) }))
      .filter(({ path }) => existsSync(path));
    const entries: Entry[] = [];
    for (const { name, path } of files)
      entries.push(await this.#store(`secrets/${name}`, createReadStream(path)));
    entries.push(await this.#store('settings.env', streamOf(settingsOf(env))));
    return entries;
  }

  async #store(logicalPath: string, content: Readable): Promise<Entry> {
    const { target, backup } = this.#parts;
    return storeFile(target, content, {
      logicalPath,
      path: `${BACKUPS}${this.#id}/${logicalPath}`,
      isZipped: true,
      recipient: backup.recipient,
    });
  }
}

/** Identifies a site by the time of its first migration. The time stays the same if the site moves to another server. */
async function siteOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ site: string }>(
    'select extract(epoch from min(ran_at))::text as site from migrations',
  );
  return rows[0]?.site ?? '';
}

async function timeOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
  return (rows[0]?.now ?? new Date()).toISOString();
}

/**
 * The files of media that earlier backups have stored, by their keys. Throws a StartError if one is of another site, because
 * `prune` would delete that site's files. Skips manifests that cannot be read, so this backup copies what only they name.
 */
async function findStored(target: BackupTarget, site: string): Promise<Map<string, Entry>> {
  const stored = new Map<string, Entry>();
  for (const id of await listBackups(target)) {
    const manifest = await tryManifest(target, id);
    if (manifest.site !== undefined && manifest.site !== site)
      throw new StartError(
        `${target.name} has backups of another Roost. Set BACKUP_TO to another folder or bucket.`,
      );
    if (manifest instanceof UnreadableManifest)
      console.warn(`${manifest.message} Files that only this backup names are copied again.`);
    else
      for (const entry of manifest.files)
        if (!entry.path.startsWith(BACKUPS)) stored.set(keyOfStored(entry), entry);
  }
  return stored;
}

/** The settings of the environment, for a shell. */
function settingsOf(env: NodeJS.ProcessEnv): string {
  const OF_A_PROCESS = 'ROOST_WORKER';
  return Object.keys(settings.shape)
    .filter((name) => name !== OF_A_PROCESS && env[name])
    .map((name) => `${name}='${String(env[name]).replaceAll("'", `'\\''`)}'\n`)
    .join('');
}

function versionOfRoost(): string {
  const file = new URL('../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
