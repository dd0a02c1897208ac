import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { findRunning } from '../../server/src/platform/database/embedded/embedded-running.ts';
import { locateData } from '../../server/src/platform/database/embedded/data-location.ts';
import { postmasterOf } from '../../server/src/platform/database/embedded/embedded-leftovers.ts';
import { SpawnedApp } from '../../server/test/support/spawned-app.ts';
import { freePorts } from '../cluster/programs.ts';
import { Stack } from '../cluster/stack.ts';
import type { StoredMedia } from './count.ts';

/** Files older than a day without a row are orphans. */
const TWO_DAYS_MS = 172_800_000;
/** The object store of the tests keeps an object in a file with this ending. */
const OBJECT = '._S3rver_object';

/** A running Roost for a fault. */
export interface Site {
  /** The addresses that take requests. */
  addresses(): string[];
  databaseUrl(): string;
  readStore(): Promise<StoredMedia>;
  removeFiles(id: string): Promise<void>;
  /** Makes all files older than the time for which the server keeps files without rows. */
  ageFiles(): Promise<void>;
  end(): Promise<void>;
}

/** One process with the built-in database, as `npm start` makes it. */
export class SingleSite implements Site {
  readonly folder: string;
  readonly #port: number;
  readonly #env: Record<string, string>;
  app: SpawnedApp;

  private constructor(folder: string, port: number, env: Record<string, string>, app: SpawnedApp) {
    this.folder = folder;
    this.#port = port;
    this.#env = env;
    this.app = app;
  }

  static async start(env: Record<string, string> = {}): Promise<SingleSite> {
    const folder = await mkdtemp(join(tmpdir(), 'roost-faults-'));
    const [port = 0] = await freePorts(1);
    const own = { FETCH_PAGES: 'off', FFMPEG: 'off', ...env };
    try {
      return new SingleSite(folder, port, own, await SpawnedApp.start(folder, port, own));
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /** Starts the process again on the same folder. */
  async startAgain(): Promise<void> {
    this.app = await SpawnedApp.start(this.folder, this.#port, this.#env);
  }

  get address(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  addresses(): string[] {
    return [this.address];
  }

  databaseUrl(): string {
    const url = findRunning(this.folder);
    if (url === undefined) throw new Error('The database does not run.');
    return url;
  }

  /** The main process of its database. */
  get postmaster(): number {
    const pid = postmasterOf(locateData(this.folder).cluster);
    if (!pid) throw new Error('The database does not run.');
    return pid;
  }

  async readStore(): Promise<StoredMedia> {
    return readFolders(await this.#mediaFolders(), await this.#incoming());
  }

  async removeFiles(id: string): Promise<void> {
    for (const folder of await this.#mediaFolders())
      if (folder.endsWith(id)) await rm(folder, { recursive: true });
  }

  async ageFiles(): Promise<void> {
    const then = new Date(Date.now() - TWO_DAYS_MS);
    for (const path of [...(await this.#mediaFolders()), ...(await this.#incoming())])
      await utimes(path, then, then);
  }

  async end(): Promise<void> {
    // This also stops the database.
    await this.app.end('SIGTERM');
    await rm(this.folder, { recursive: true, force: true });
  }

  async #incoming(): Promise<string[]> {
    return pathsIn(join(this.folder, 'media', 'incoming'));
  }

  async #mediaFolders(): Promise<string[]> {
    const shelves = await pathsIn(join(this.folder, 'media', 'files'));
    return (await Promise.all(shelves.map(pathsIn))).flat();
  }
}

/** Two nodes behind a proxy, with the services that they share. */
export class ClusterSite implements Site {
  readonly stack: Stack;

  private constructor(stack: Stack) {
    this.stack = stack;
  }

  static async start(envOfNode?: Parameters<typeof Stack.start>[2]): Promise<ClusterSite> {
    return new ClusterSite(await Stack.start('single', {}, envOfNode));
  }

  addresses(): string[] {
    return [this.stack.address];
  }

  databaseUrl(): string {
    return this.stack.postgres.url;
  }

  async readStore(): Promise<StoredMedia> {
    const stored: StoredMedia = new Map();
    for (const folder of await pathsIn(this.stack.mediaFolder)) {
      const objects = (await readdir(folder)).filter((name) => name.endsWith(OBJECT));
      if (objects.length > 0)
        stored.set(basename(folder), new Set(objects.map((name) => name.slice(0, -OBJECT.length))));
    }
    return stored;
  }

  async removeFiles(id: string): Promise<void> {
    await rm(join(this.stack.mediaFolder, id), { recursive: true });
  }

  async ageFiles(): Promise<void> {
    const then = new Date(Date.now() - TWO_DAYS_MS);
    for (const folder of await pathsIn(this.stack.mediaFolder))
      for (const path of await pathsIn(folder)) await utimes(path, then, then);
  }

  async end(): Promise<void> {
    await this.stack.end();
  }
}

async function pathsIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).map((name) => join(folder, name));
}

async function readFolders(media: string[], incoming: string[]): Promise<StoredMedia> {
  const stored: StoredMedia = new Map();
  for (const folder of media) stored.set(basename(folder), new Set(await readdir(folder)));
  // A file that a request left behind is an orphan, too.
  for (const path of incoming) stored.set(`the request ${basename(path)}`, new Set());
  return stored;
}
