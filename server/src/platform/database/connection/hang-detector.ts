import pg from 'pg';
import type { Logger } from 'pino';
import { SocketClient } from './socket-client.ts';

/** Milliseconds between two checks. The detector counts ticks instead of time, so a pause of the process is one tick. */
const TICK_MS = 250;
/** A connection without an answer for this many ticks starts a probe of the database. */
const PROBE_AT_TICKS = new Set([4, 8, 16, 32, 64]);
/** The most ticks for a probe. After that the database counts as hung. */
const PROBE_WITHIN_TICKS = 6;
/** The most ticks for one statement. The database itself ends it after 15 s. */
const STATEMENT_WITHIN_TICKS = 17_000 / TICK_MS;
/** The same while a node of a distributed database is away. The statement may wait for this node. */
const DEGRADED_WITHIN_TICKS = 4;
/** A check of the nodes that takes longer (in milliseconds) waits for a node that is away. A connection takes less time. */
const NODE_AWAY_MS = 1_000;

/** The database, or one connection to it, accepts statements and answers none. */
export class DatabaseHangs extends Error {
  override readonly name = 'DatabaseHangs';
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('The database does not answer.');
  }
}

/** The state of one connection. */
interface ConnectionState {
  /** The id of its process in the database. 0 behind a pooler, where it is unknown. */
  processId: number;
  statements: number;
  isConnecting: boolean;
  /** Ticks since its last answer. */
  ticks: number;
  /** The database considers it idle, while it waits for an answer. */
  isLost: boolean;
}

/** Logs each change; `what` names the database. */
export const logHang = (log: Logger, what: string) => (isHung: boolean) =>
  isHung ? log.error(`${what} hangs; requests are refused`) : log.warn(`${what} answers again`);

interface Probe {
  client: SocketClient;
  ticks: number;
}

export interface HangDetectorOptions {
  config: pg.ClientConfig;
  /** Whether our connections know the process ids of the database. Behind a pooler they do not. */
  knowsProcesses: boolean;
  onChange(isHung: boolean): void;
  /** The nodes of a distributed database. `isDegraded` is also true while a check takes more than `afterMs`. */
  nodes?: { isDegraded: (afterMs: number) => boolean; checkNow: () => void } | null | undefined;
  /** Whether a request waits for a connection. */
  isCrowded: () => boolean;
  /** The most connections that may wait for a lost node while requests wait for a connection. */
  mostStuck: number;
}

/**
 * Distinguishes a database that hangs from a slow one, for the connections of one pool. A statement without an answer starts
 * a probe on a separate connection. If no connection gets any answer, the database hangs. The detector then destroys every
 * connection, and refuses new ones at once until a probe gets an answer. Fast statements cost no probe.
 */
export class HangDetector {
  readonly #options: HangDetectorOptions;
  #isClosed = false;
  readonly #clients = new Map<SocketClient, ConnectionState>();
  #isHung = false;
  /** Ticks since the last answer on any connection. */
  #silentTicks = 0;
  #probe: Probe | null = null;
  #isWatching = false;

  constructor(options: HangDetectorOptions) {
    this.#options = options;
  }

  get isHung(): boolean {
    return this.#isHung;
  }

  /** Stops all probes. Statements without an answer are still ended, so that the pool can end. */
  close(): void {
    this.#isClosed = true;
    if (this.#probe) endAtOnce(this.#probe.client);
  }

  connecting(client: SocketClient): void {
    this.#clients.set(client, {
      processId: 0,
      statements: 0,
      isConnecting: true,
      ticks: 0,
      isLost: false,
    });
    client.once('end', () => this.#clients.delete(client));
    this.#watch();
  }

  get knowsProcesses(): boolean {
    return this.#options.knowsProcesses;
  }

  connected(client: SocketClient, processId: number): void {
    this.#silentTicks = 0;
    const waiting = this.#clients.get(client);
    if (waiting) Object.assign(waiting, { processId, isConnecting: false, ticks: 0 });
  }

  sent(client: SocketClient): void {
    const waiting = this.#clients.get(client);
    if (!waiting) return;
    waiting.statements += 1;
    this.#watch();
  }

  answered(client: SocketClient, error: unknown): void {
    const waiting = this.#clients.get(client);
    if (!waiting) return;
    waiting.statements -= 1;
    Object.assign(waiting, { ticks: 0, isLost: false });
    if (!error || error instanceof pg.DatabaseError) this.#silentTicks = 0;
  }

  #watch(): void {
    if (this.#isWatching) return;
    this.#isWatching = true;
    setTimeout(() => {
      this.#isWatching = false;
      this.#tick();
    }, TICK_MS).unref();
  }

  #tick(): void {
    this.#silentTicks += 1;
    const silent = this.#silent();
    for (const [client, waiting] of silent) {
      waiting.ticks += 1;
      if (waiting.ticks > STATEMENT_WITHIN_TICKS) endAtOnce(client);
    }
    this.#giveUpLost(silent);
    this.#giveUpStuck(silent);
    if (this.#isClosed) {
      if (silent.length > 0) this.#watch();
      return;
    }
    // The first tick of a statement can follow it at once.
    if (silent.some(([, { ticks }]) => ticks > 1)) this.#options.nodes?.checkNow();
    const isDue = silent.some(([, { ticks }]) => PROBE_AT_TICKS.has(ticks));
    if (this.#probe) this.#dropOverdue(this.#probe);
    else if (this.#isHung || isDue) void this.#ask(makeProbe(this.#options.config));
    if (this.#isHung || this.#probe || silent.length > 0) this.#watch();
  }

  /** If the network lost one connection, it may also have lost the idle ones. So this destroys both. */
  #giveUpLost(silent: [SocketClient, ConnectionState][]): void {
    const lost = silent.filter(([, { isLost }]) => isLost);
    if (lost.length === 0) return;
    for (const [client] of lost) endAtOnce(client);
    for (const [client, { statements, isConnecting }] of this.#clients)
      if (statements === 0 && !isConnecting) endAtOnce(client);
  }

  /** Ends statements that may wait for a lost node, so others get their connections. Ends them earlier if requests wait. */
  #giveUpStuck(silent: [SocketClient, ConnectionState][]): void {
    const { nodes, isCrowded, mostStuck } = this.#options;
    if (!nodes?.isDegraded(NODE_AWAY_MS)) return;
    const stuck = silent.toSorted(([, one], [, other]) => other.ticks - one.ticks);
    const tooMany = isCrowded() ? stuck.length - mostStuck : 0;
    for (const [index, [client, { ticks }]] of stuck.entries())
      if (ticks >= DEGRADED_WITHIN_TICKS || (index < tooMany && ticks > 1)) endAtOnce(client);
  }

  /** The connections that wait for an answer. */
  #silent(): [SocketClient, ConnectionState][] {
    return [...this.#clients].filter(
      ([, { statements, isConnecting }]) => statements > 0 || isConnecting,
    );
  }

  #dropOverdue(probe: Probe): void {
    probe.ticks += 1;
    if (probe.ticks < PROBE_WITHIN_TICKS) return;
    // The network may have lost this probe. The next one opens a new connection.
    this.#probe = null;
    endAtOnce(probe.client);
    if (!this.#isHung && this.#silentTicks >= PROBE_WITHIN_TICKS) this.#turn(true);
  }

  async #ask(probe: Probe): Promise<void> {
    this.#probe = probe;
    const { client } = probe;
    const silent = this.#silent().filter(([, { ticks }]) => ticks > 0);
    try {
      await client.connect();
      // A proxy may accept the connection, so only a query proves that the database answers.
      const { rows } = await client.query<{ pid: number }>(
        `select pid from pg_stat_activity where pid = any($1) and state like 'idle%'`,
        [this.#options.knowsProcesses ? silent.map(([, { processId }]) => processId) : []],
      );
      const idle = new Set(rows.map(({ pid }) => pid));
      // An answer may still arrive before the next tick.
      for (const [, waiting] of silent)
        waiting.isLost = waiting.ticks > 0 && idle.has(waiting.processId);
      this.#isAlive(probe);
    } catch (error) {
      // A refusal is an answer, too.
      if (!(error instanceof DatabaseHangs)) this.#isAlive(probe);
    } finally {
      endAtOnce(client);
    }
  }

  #isAlive(probe: Probe): void {
    if (this.#probe !== probe) return;
    this.#probe = null;
    this.#silentTicks = 0;
    if (this.#isHung) this.#turn(false);
  }

  #turn(isHung: boolean): void {
    this.#isHung = isHung;
    this.#options.onChange(isHung);
    if (isHung) for (const client of this.#clients.keys()) endAtOnce(client);
  }
}

function makeProbe(config: pg.ClientConfig): Probe {
  const client = new SocketClient(config);
  // The promises of the probe report each error too.
  client.on('error', () => {});
  return { client, ticks: 0 };
}

type Heard = (error: unknown, ...rest: unknown[]) => void;

/** A client class for the pool. It reports each connection and statement to the detector. */
export function watchedClient(detector: HangDetector): typeof SocketClient {
  class WatchedClient extends SocketClient {}
  Object.assign(WatchedClient.prototype, {
    // The pool calls it with a callback.
    connect(this: SocketClient, heard: Heard): void {
      if (detector.isHung) return process.nextTick(() => heard(new DatabaseHangs()));
      detector.connecting(this);
      const connected = (processId: number) => {
        detector.connected(this, processId);
        heard(null, this);
      };
      return pg.Client.prototype.connect.call(this, (error: Error | null) => {
        if (error) return heard(error, this);
        if (!detector.knowsProcesses) return connected(0);
        void processOf(this).then(connected, (failure: unknown) => {
          endAtOnce(this);
          heard(failure, this);
        });
      });
    },
    query(this: SocketClient, ...args: unknown[]): unknown {
      detector.sent(this);
      const heard = args.at(-1);
      if (typeof heard === 'function')
        args.splice(-1, 1, (error: unknown, ...rest: unknown[]) => {
          detector.answered(this, error);
          (heard as Heard)(error, ...rest);
        });
      // oxlint-disable-next-line typescript/unbound-method -- called with its own object
      const answer: unknown = Reflect.apply(pg.Client.prototype.query, this, args);
      if (answer instanceof Promise)
        answer.then(
          () => detector.answered(this, null),
          (error: unknown) => detector.answered(this, error),
        );
      return answer;
    },
  });
  return WatchedClient;
}

/** Asks once for each connection. `pg` knows the id too, but only in an undocumented field. */
async function processOf(client: SocketClient): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

/** Ends a connection at once. Its statements fail with `DatabaseHangs`. */
export function endAtOnce(client: SocketClient): void {
  client.socket.destroy(new DatabaseHangs());
}
