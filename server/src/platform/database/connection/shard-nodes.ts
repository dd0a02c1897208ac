import pg from 'pg';
import type { Logger } from 'pino';
import type { ShardNodes as ShardNodesPort } from '../../../kernel/ports.ts';
import { endAtOnce } from './hang-detector.ts';
import { SocketClient } from './socket-client.ts';

/** Milliseconds between two checks of the nodes. */
const CHECK_INTERVAL_MS = 1_000;
/** The least milliseconds between two checks, also if statements get no answer. */
const MIN_CHECK_GAP_MS = 500;
/** The most milliseconds for one check of all nodes. Each node has one second. */
const CHECK_TIMEOUT_MS = 5_000;

/**
 * Settings for sessions with the coordinator. A session connects to a node within a second or fails, and it ends a statement
 * whose client has disconnected. Without these, statements for a node that hangs pile up on the coordinator.
 */
export const SHARDED_SESSION =
  '-c citus.node_connection_timeout=1000 -c client_connection_check_interval=1000';

/** The code of a statement that the database ended after its time limit. */
const CANCELLED = '57014';

/** A check that takes more milliseconds than this waits for a node. */
const SLOW_CHECK_MS = 250;

/**
 * One check. It opens new connections to the nodes, because a cached one may hang with its node. Its settings apply to its
 * transaction only, because a pooler takes no options and reuses the connection.
 */
const CHECK = `
  begin read only;
  set local citus.node_connection_timeout = 1000;
  set local citus.max_cached_conns_per_worker = 0;
  set local statement_timeout = ${CHECK_TIMEOUT_MS};
  select nodename || ':' || nodeport as node, citus_check_connection_to_node(nodename, nodeport) as "isThere"
  from pg_dist_node where isactive and noderole = 'primary' and shouldhaveshards;
  commit`;

/**
 * The nodes of a distributed database, and which of them are away or hang. The coordinator still answers then, so only the
 * rows on those nodes are unavailable.
 */
export class ShardNodes implements ShardNodesPort {
  readonly #url: string;
  readonly #log: Logger;
  #away: readonly string[] = [];
  #client: SocketClient | null = null;
  #timer: NodeJS.Timeout | undefined;
  /** The start of the running check, by the monotonic clock. */
  #checkingSince: number | null = null;
  /** The end of the last check, by the monotonic clock. */
  #checkedAt = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  private constructor(url: string, log: Logger) {
    this.#url = url;
    this.#log = log;
  }

  /** Checks the nodes until `close()`. Null if the database is not distributed. */
  static async open(url: string, log: Logger): Promise<ShardNodes | null> {
    const client = makeClient(url);
    try {
      await client.connect();
      const { rows } = await client.query<{ isThere: boolean }>(
        `select to_regclass('pg_dist_node') is not null as "isThere"`,
      );
      if (!rows[0]?.isThere) return null;
    } finally {
      endAtOnce(client);
    }
    const nodes = new ShardNodes(url, log);
    await nodes.#check();
    return nodes;
  }

  /** The nodes that do not answer the coordinator. */
  get away(): readonly string[] {
    return this.#away;
  }

  /** Whether a node is away, or seems to be because the running check takes too long. */
  isDegraded(afterMs: number = SLOW_CHECK_MS): boolean {
    if (this.#away.length > 0) return true;
    const since = this.#checkingSince;
    return since !== null && performance.now() - since > afterMs;
  }

  /** Checks at once, before the next check is due. The hang detector calls it when a statement gets no answer. */
  checkNow(): void {
    if (this.#checkingSince !== null || this.#isClosed) return;
    if (performance.now() - this.#checkedAt < MIN_CHECK_GAP_MS) return;
    clearTimeout(this.#timer);
    void this.#check();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#drop();
  }

  async #check(): Promise<void> {
    this.#checkingSince = performance.now();
    try {
      this.#client ??= await this.#connect();
      const answers = (await this.#client.query(CHECK)) as unknown as pg.QueryResult<{
        node: string;
        isThere: boolean;
      }>[];
      const rows = answers.flatMap((answer) => answer.rows);
      this.#note(rows.filter(({ isThere }) => !isThere).map(({ node }) => node));
    } catch (error) {
      // With many nodes that hang, the coordinator ends the check before the last node.
      if (error instanceof pg.DatabaseError && error.code === CANCELLED)
        this.#note(this.#away.length > 0 ? this.#away : ['unknown']);
      // Otherwise the coordinator itself is away or hangs. All statements report this.
      this.#drop();
    }
    this.#checkingSince = null;
    this.#checkedAt = performance.now();
    if (!this.#isClosed)
      this.#timer = setTimeout(() => void this.#check(), CHECK_INTERVAL_MS).unref();
  }

  async #connect(): Promise<SocketClient> {
    const client = makeClient(this.#url);
    try {
      await client.connect();
      if (this.#isClosed) throw new Error('The check of the nodes was closed.');
    } catch (error) {
      endAtOnce(client);
      throw error;
    }
    return client;
  }

  #note(away: readonly string[]): void {
    if (away.join() !== this.#away.join())
      this.#log.warn(
        { away },
        away.length > 0 ? 'database nodes are away' : 'database nodes are back',
      );
    this.#away = away;
  }

  #drop(): void {
    if (this.#client) endAtOnce(this.#client);
    this.#client = null;
  }
}

/** A client with short timeouts. */
function makeClient(url: string): SocketClient {
  const client = new SocketClient({
    connectionString: url,
    connectionTimeoutMillis: CHECK_TIMEOUT_MS,
    query_timeout: 2 * CHECK_TIMEOUT_MS,
  });
  // Its promises report each error too.
  client.on('error', () => {});
  return client;
}
