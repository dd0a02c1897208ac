import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { holdLock, keptSecret } from '../../../config/data-folder.ts';
import { StartError } from '../../../config/start-error.ts';
import {
  addressOf,
  clearSockets,
  freePort,
  makeSocketFolder,
  removeSocket,
  removeSocketFolder,
  type Listening,
} from './embedded-address.ts';
import { assertUsable } from '../major-upgrade/cluster-version.ts';
import { findBinaries, majorOf, type Binaries } from './embedded-binaries.ts';
import { makeCluster, makeDatabase } from './embedded-cluster.ts';
import { assertNotMoved, clearLeftovers } from './embedded-leftovers.ts';
import { locateData, type DataLocation } from './data-location.ts';
import { launchPostmaster, type Postmaster, type WalArchive } from './embedded-postmaster.ts';

export interface EmbeddedOptions {
  /** The data folder. The database is in its `db`. */
  folder: string;
  log?: (line: string) => void;
  /** False only for temporary databases in tests: PostgreSQL then flushes nothing to the disk. */
  durable?: boolean;
  connections?: number;
  /** Must be the same at each start, or the archive gets gaps. */
  walArchive?: WalArchive | undefined;
}

export interface Embedded {
  /** The app's role. It owns the database and is no superuser. */
  url: string;
  superuserUrl: string;
  stop(): Promise<void>;
}

/**
 * Starts the packaged PostgreSQL in `folder`, on a free loopback port and, if possible, on a socket. If it dies, this starts it
 * again at the same addresses. Throws a StartError if another Roost holds the folder, or if the database cannot run.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const location = locateData(options.folder);
  const release = holdLock(join(location.home, 'lock'));
  if (!release)
    throw new StartError(`The data folder ${options.folder} is in use by another Roost.`);
  try {
    const supervisor = new Supervisor(location, options);
    const password = keptSecret(join(location.home, 'password'));
    const listening = await supervisor.start(password);
    const urlFor = (name: string) => (database: string) =>
      addressOf(listening, { name, password, database });
    const superuserUrl = urlFor('postgres')('postgres');
    await makeDatabase(superuserUrl, password).catch(async (error: unknown) => {
      await supervisor.stop();
      throw explainRefusal(error, location);
    });
    return {
      url: urlFor('roost')('roost'),
      superuserUrl,
      async stop() {
        await supervisor.stop();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

function explainRefusal(error: unknown, { home }: DataLocation): unknown {
  const INVALID_PASSWORD = '28P01';
  if ((error as { code?: string }).code !== INVALID_PASSWORD) return error;
  return new StartError(
    `The database does not know the password in ${join(home, 'password')}; put the old file back.`,
  );
}

/** After a run this long, the next restart does not wait. After shorter runs, each restart waits longer. */
const HEALTHY_RUN_MS = 10_000;
const MAX_RESTART_DELAY_MS = 5_000;

class Supervisor {
  readonly #location: DataLocation;
  readonly #log: (line: string) => void;
  readonly #durable: boolean;
  readonly #connections: number;
  readonly #walArchive: WalArchive | undefined;
  readonly #stopping = new AbortController();
  #binaries: Binaries | undefined;
  #socketFolder: string | null = null;
  #postmaster: Postmaster | undefined;
  #watching: Promise<void> | undefined;

  constructor(location: DataLocation, options: EmbeddedOptions) {
    this.#location = location;
    this.#log = options.log ?? (() => {});
    this.#durable = options.durable ?? true;
    this.#connections = options.connections ?? 60;
    this.#walArchive = options.walArchive;
  }

  /** Resolves to its address when it accepts connections. */
  async start(password: string): Promise<Listening> {
    this.#binaries = findBinaries(this.#location);
    assertUsable(this.#location, majorOf(this.#binaries, this.#location.runAs));
    assertNotMoved(this.#location.cluster);
    await makeCluster(this.#location, this.#binaries, password, this.#durable);
    await clearLeftovers(this.#location.cluster, this.#log);
    clearSockets(this.#location.cluster);
    const socketFolder = makeSocketFolder(this.#location);
    this.#socketFolder = socketFolder;
    for (let triesLeft = 3; ; triesLeft -= 1) {
      const listening = {
        port: await freePort(),
        socketFolder,
      };
      try {
        await this.#launch(this.#binaries, listening);
        this.#watching = this.#watch(this.#binaries, listening);
        return listening;
      } catch (error) {
        // Another program may use the port now. Any other error repeats itself.
        if (triesLeft <= 1)
          throw new StartError(`The database does not start: ${(error as Error).message}`, {
            cause: error,
          });
      }
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#postmaster?.stop();
    await this.#watching;
    if (this.#socketFolder) removeSocketFolder(this.#socketFolder);
  }

  async #launch(binaries: Binaries, listening: Listening): Promise<void> {
    await clearLeftovers(this.#location.cluster, this.#log);
    removeSocket(listening);
    if (this.#stopping.signal.aborted) return;
    const slow = setTimeout(
      () => this.#log('The database is still recovering; this can take minutes.'),
      10_000,
    );
    try {
      this.#postmaster = launchPostmaster(this.#location, binaries, {
        listening,
        durable: this.#durable,
        connections: this.#connections,
        walArchive: this.#walArchive,
      });
      await this.#postmaster.ready();
    } finally {
      clearTimeout(slow);
    }
  }

  async #watch(binaries: Binaries, listening: Listening): Promise<void> {
    let pause = 0;
    for (;;) {
      const readySince = performance.now();
      await this.#postmaster?.exited;
      if (this.#stopping.signal.aborted) return;
      this.#log('The database stopped by itself; starting it again.');
      if (performance.now() - readySince > HEALTHY_RUN_MS) pause = 0;
      await sleep(pause, undefined, { signal: this.#stopping.signal }).catch(() => {});
      pause = Math.min(pause * 2 + 100, MAX_RESTART_DELAY_MS);
      if (this.#stopping.signal.aborted) return;
      try {
        await this.#launch(binaries, listening);
        this.#log('The database runs again.');
      } catch (error) {
        if (!this.#stopping.signal.aborted)
          this.#log(`The database does not start: ${(error as Error).message}`);
      }
    }
  }
}
