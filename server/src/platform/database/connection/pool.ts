import pg from 'pg';
import { DatabaseHangs, HangDetector, watchedClient } from './hang-detector.ts';
import { SHARDED_SESSION, type ShardNodes } from './shard-nodes.ts';
import { SocketClient } from './socket-client.ts';

export interface PoolOptions {
  url: string;
  /** The most connections. */
  size?: number;
  onError: (error: Error) => void;
  /** Receives when the database hangs, and when it answers again. Without it, statements have no time limit. */
  onHang?: (isHung: boolean) => void;
  /** The nodes of a distributed database. */
  shards?: ShardNodes | null | undefined;
}

/**
 * PostgreSQL plans a prepared statement once for all values. By default it may plan each time, which often takes longer than the
 * statement. Citus cannot plan a statement without its values.
 */
const ONE_PLAN = '-c plan_cache_mode=force_generic_plan';

// Counts and sums fit a double. As a string, every caller would convert them.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// `builtins` has no arrays.
const INT8_ARRAY: number = 1016;
const FLOAT8_ARRAY: number = 1022;
pg.types.setTypeParser(INT8_ARRAY, pg.types.getTypeParser(FLOAT8_ARRAY));

/** A pool of connections that survives whatever the database does. */
export function openPool(
  options: PoolOptions & {
    /** A pooler stands between this process and the database. */
    isPooled?: boolean;
    /** Statements leave without waiting for the answers to earlier ones. */
    pipeline?: boolean;
  },
): pg.Pool {
  const size = options.size ?? 20;
  const { shards } = options;
  const detector =
    options.onHang &&
    new HangDetector({
      config: { connectionString: options.url },
      knowsProcesses: !options.isPooled,
      onChange: options.onHang,
      nodes: shards,
      isCrowded: () => pool.waitingCount > 0,
      mostStuck: size / 2,
    });
  const pool: pg.Pool = new pg.Pool({
    Client: detector ? watchedClient(detector) : SocketClient,
    connectionString: options.url,
    max: size,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    // A pooler refuses these. There, the role has them (README).
    ...(!options.isPooled && {
      statement_timeout: 15_000,
      lock_timeout: 8_000,
      idle_in_transaction_session_timeout: 30_000,
      options: shards ? SHARDED_SESSION : ONE_PLAN,
    }),
    keepAlive: true,
    pipeline: options.pipeline ?? false,
  });
  const onError = (error: Error) => {
    // The detector reports this once, for all connections.
    if (!(error instanceof DatabaseHangs)) options.onError(error);
  };
  if (detector) {
    const end: () => Promise<void> = pool.end.bind(pool);
    pool.end = async () => {
      detector.close();
      return end();
    };
  }
  // The pool drops a connection that is lost while idle. Without a listener, 'error' would end the process.
  pool.on('error', onError);
  // A connection in use can be lost from its first moment: the error can arrive together with the greeting.
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}
