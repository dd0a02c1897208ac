import {
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import type pg from 'pg';
import { keptSecret } from '../../server/src/config/data-folder.ts';
import { StartError } from '../../server/src/config/start-error.ts';
import type { Config } from '../../server/src/kernel/config.ts';
import { timeOf } from '../../server/src/lib/id-times.ts';
import { openStorage } from '../../server/src/media/media-ports.ts';
import { openTarget } from '../../server/src/platform/backup/open-target.ts';
import type { BackupTarget } from '../../server/src/platform/backup/target.ts';
import { locateData } from '../../server/src/platform/database/embedded/data-location.ts';
import { assertNotMoved } from '../../server/src/platform/database/embedded/embedded-leftovers.ts';
import { backupConfig } from './backup-config.ts';
import { chooseBackup, type Chosen, type RestoreOptions } from './choose-backup.ts';
import {
  assertProgram,
  countRows,
  emptyDatabase,
  isEmptyDatabase,
  majorOf,
  restoreDump,
} from './dump-database.ts';
import { inParallel } from './in-parallel.ts';
import { assertKeyFits } from '../../server/src/platform/backup/key-file.ts';
import type { Entry, Manifest } from './manifest.ts';
import { listNamedFiles } from './media-rows.ts';
import { withClient } from '../../server/src/platform/database/with-client.ts';
import { checkArchive, majorOfBuiltIn, recoverCluster } from './recover-cluster.ts';
import { unpackStored } from './stored-files.ts';

const PARALLEL_FILES = 4;
/** A restore that is not complete is in this folder. */
const STAGING = '.restoring';

/**
 * Restores a backup into an empty data folder, and into an empty database and store if the settings name them. An error or `signal`
 * ends it, and then everything is as empty as before.
 */
export async function restore(
  config: Config,
  options: RestoreOptions,
  env: NodeJS.ProcessEnv,
  signal?: AbortSignal,
): Promise<Restored> {
  const target = await openTarget(backupConfig(config));
  const chosen = await chooseBackup(target, options);
  const { manifest } = chosen;
  await assertKey(manifest, options.identity);
  assertEmptyFolder(config.dataFolder);
  assertNotMoved(join(resolve(config.dataFolder), 'db', 'cluster'));
  const staging = join(config.dataFolder, STAGING);
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging, { mode: 0o700 });
  const work = new Restore({ config, target, chosen, options, env, staging, signal });
  try {
    const restored = await work.run();
    signal?.throwIfAborted();
    assertEmptyFolder(config.dataFolder);
    // The database comes last, because a server that starts without one makes a new one.
    const names = readdirSync(staging).sort((a, b) => Number(a === 'db') - Number(b === 'db'));
    for (const name of names) renameSync(join(staging, name), join(config.dataFolder, name));
    rmdirSync(staging);
    return restored;
  } catch (error) {
    const first = (signal?.aborted ? signal.reason : error) as Error;
    await work.undo().catch(({ message }: Error) => {
      throw new StartError(
        `${first.message} Then the clean-up failed (${message}), so empty the data folder, the database and the object store yourself.`,
        { cause: first },
      );
    });
    throw first;
  }
}

export interface Restored {
  manifest: Manifest;
  files: number;
  rows: number;
  /** Files of media that are in no backup, because they are younger, or were deleted during the backup. */
  missingMedia: number;
  hasSecrets: boolean;
}

interface Parts {
  config: Config;
  target: BackupTarget;
  chosen: Chosen;
  options: RestoreOptions;
  env: NodeJS.ProcessEnv;
  staging: string;
  signal: AbortSignal | undefined;
}

class Restore {
  readonly #parts: Parts;
  /** The files that this restore put into the storage of media. */
  readonly #put: { source: 'media' | 'exports'; id: string }[] = [];
  #isDatabaseFilled = false;
  #gap: string | undefined;
  #rows = 0;
  #missingMedia = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async run(): Promise<Restored> {
    const { config, chosen, staging } = this.#parts;
    const { manifest, files } = chosen;
    await this.#assertDestinationFits();
    mkdirSync(join(staging, 'incoming'));
    await inParallel(files, PARALLEL_FILES, async (entry) => this.#restoreFile(entry));
    rmSync(join(staging, 'incoming'), { recursive: true });
    await (manifest.database.kind === 'cluster' ? this.#recover() : this.#loadDump());
    if (config.databaseUrl) rmSync(join(staging, 'dump'), { force: true });
    return {
      manifest,
      files: files.length,
      rows: this.#rows,
      missingMedia: this.#missingMedia,
      hasSecrets: files.some(({ logicalPath }) => logicalPath.startsWith('secrets/')),
    };
  }

  /** Leaves everything as empty as it was. */
  async undo(): Promise<void> {
    const { config, staging } = this.#parts;
    const emptyStore = async () => {
      for (const { source, id } of this.#put) await (await openStorage(config, source)).delete(id);
    };
    const steps = await Promise.allSettled([
      this.#isDatabaseFilled && withClient(adminUrl(config), emptyDatabase),
      config.s3 && emptyStore(),
    ]);
    removeStaging(staging);
    for (const step of steps) if (step.status === 'rejected') throw step.reason;
  }

  /** The database and the object store of the settings must be empty, and of the kind that the backup needs. */
  async #assertDestinationFits(): Promise<void> {
    const { config, target, chosen, options } = this.#parts;
    const { database, postgres } = chosen.manifest;
    if (config.s3)
      for (const name of ['media', 'exports'] as const)
        for await (const { id } of (await openStorage(config, name)).list())
          throw new StartError(`The object store is not empty: it has ${name}/${id}.`);
    if (database.kind === 'cluster') {
      if (config.databaseUrl)
        throw new StartError(
          'This backup is of the built-in database. Restore it without DATABASE_URL.',
        );
      const ours = majorOfBuiltIn(locateData(this.#parts.staging));
      if (postgres !== ours)
        throw new StartError(
          `This backup needs PostgreSQL ${postgres}, and this Roost has ${ours}. Restore it with version ${chosen.manifest.roost} of Roost.`,
        );
      // Before the files are copied, because that can take hours.
      if (options.until) this.#gap = await checkArchive(target, database, options.until);
      return;
    }
    if (!config.databaseUrl)
      throw new StartError(
        'This backup is of a PostgreSQL server. Set DATABASE_URL to an empty database.',
      );
    if (options.until)
      throw new StartError('--until is for backups of the built-in database only.');
    await withClient(adminUrl(config), async (client) => {
      assertProgram('pg_restore', Math.max(postgres, await majorOf(client)));
      if (!(await isEmptyDatabase(client)))
        throw new StartError('The database of DATABASE_URL is not empty.');
    });
  }

  async #restoreFile(entry: Entry): Promise<void> {
    const { config, target, staging, options, signal } = this.#parts;
    signal?.throwIfAborted();
    const identity = options.identity ?? null;
    const [kind = '', id = '', name = ''] = entry.logicalPath.split('/');
    if (kind === 'media' || kind === 'exports') {
      const draft = join(staging, 'incoming', `${kind}-${id}-${name}`);
      await unpackStored(target, entry, identity, draft, signal);
      this.#put.push({ source: kind, id });
      const storage = await openStorage({ ...config, dataFolder: staging }, kind);
      await storage.put(id, { name, type: '', bytes: statSync(draft).size }, draft);
      return;
    }
    const file = join(staging, stagedPath(entry.logicalPath));
    await unpackStored(target, entry, identity, file, signal);
  }

  async #recover(): Promise<void> {
    const { target, chosen, options, env, staging, signal } = this.#parts;
    const { database } = chosen.manifest;
    if (database.kind !== 'cluster') return;
    const location = locateData(staging);
    await recoverCluster(
      {
        location,
        part: database,
        target,
        until: options.until ?? null,
        identity: options.identity ?? null,
        env,
        gap: this.#gap,
        signal,
        password: keptSecret(join(location.home, 'password')),
      },
      async (client) => this.#check(client),
    );
    rmSync(join(location.home, 'recovery.hba'));
  }

  async #loadDump(): Promise<void> {
    const { config, staging, signal } = this.#parts;
    this.#isDatabaseFilled = true;
    await restoreDump(adminUrl(config), join(staging, 'dump'), signal);
    await withClient(adminUrl(config), async (client) => this.#check(client));
  }

  /** Reads every row, with the checksums of its page, and looks for the files that the rows of media name. */
  async #check(client: pg.Client): Promise<void> {
    const { manifest, files } = this.#parts.chosen;
    const counts = await countRows(client);
    if (manifest.database.kind === 'dump')
      for (const [table, count] of Object.entries(manifest.database.rows))
        if (counts[table] !== count)
          throw new StartError(
            `The table ${table} has ${counts[table] ?? 'no'} rows, and the backup had ${count}.`,
          );
    this.#rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
    const restored = new Set(files.map(({ logicalPath }) => logicalPath));
    for await (const file of listNamedFiles(client))
      if (!restored.has(`media/${file}`)) this.#noteMissing(file);
  }

  #noteMissing(file: string): void {
    const { chosen, options } = this.#parts;
    const { deletedMedia, mediaListedAt } = chosen.manifest;
    const isYoung = timeOf(file) >= Date.parse(mediaListedAt);
    if (!options.until && !isYoung && !deletedMedia.includes(file))
      throw new StartError(`The backup lacks the file ${file} of a row in its database.`);
    this.#missingMedia += 1;
  }
}

/** The path of a restored file in the staging folder, which becomes the data folder. */
function stagedPath(logicalPath: string): string {
  if (logicalPath === 'database/dump') return 'dump';
  const [kind = ''] = logicalPath.split('/');
  const rest = logicalPath.slice(kind.length + 1);
  if (kind === 'database') return `db/cluster/${rest}`;
  return kind === 'secrets' ? rest : 'restored.env';
}

const adminUrl = ({ databaseUrl, databaseAdminUrl }: Config): string =>
  databaseAdminUrl ?? databaseUrl ?? '';

async function assertKey({ id, recipient }: Manifest, identity?: string): Promise<void> {
  if (recipient === null) return;
  if (identity === undefined)
    throw new StartError(`The backup ${id} is encrypted. Name the file of its key with --key.`);
  await assertKeyFits(identity, recipient);
}

function assertEmptyFolder(folder: string): void {
  const OF_THE_DISK = 'lost+found';
  const found = readdirSync(folder).find((name) => name !== STAGING && name !== OF_THE_DISK);
  if (found !== undefined)
    throw new StartError(
      `The data folder ${folder} is not empty: it has ${found}. Set ROOST_DATA to an empty folder, or move this one away.`,
    );
}

/** The database can be in another folder, with a link to it. */
function removeStaging(staging: string): void {
  try {
    rmSync(realpathSync(join(staging, 'db')), { recursive: true, force: true });
  } catch {
    // There is no database yet.
  }
  rmSync(staging, { recursive: true, force: true });
}
