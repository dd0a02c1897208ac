import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { Lines } from './lines.ts';
import { sendingTo, type SendingOptions } from './sending.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;

export interface DatabaseOptions extends SendingOptions {
  url: string;
  /** Connections at most. */
  size?: number;
  onError: (error: Error) => void;
}

// Counts and sums fit a double; a string there would only be converted by every caller.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** A pool of connections that outlives whatever the database does. */
export function openPool(
  options: Pick<DatabaseOptions, 'url' | 'size' | 'onError'> & {
    isPooled?: boolean;
    /** Statements go out without waiting for the answer to those before them. */
    pipeline?: boolean;
  },
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.size ?? 20,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    // A pooler in between refuses these; there they are the role's to have (README).
    ...(!options.isPooled && {
      statement_timeout: 15_000,
      lock_timeout: 8_000,
      idle_in_transaction_session_timeout: 30_000,
    }),
    keepAlive: true,
    pipeline: options.pipeline ?? false,
  });
  // A connection lost while idle: the pool drops it by itself, but an unheard 'error' would end the process.
  pool.on('error', options.onError);
  // And one lost while in use, from its very first moment: the news can come with the greeting.
  pool.on('connect', (client) => client.on('error', options.onError));
  return pool;
}

export function openDatabase(options: DatabaseOptions): Database {
  const pool = openPool({ ...options, isPooled: !options.preparedStatements, pipeline: true });
  const connect = async () => sending(await pool.connect(), options);
  const lines = new Lines(connect);
  return new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: {
        // A pooler hands each statement to whatever connection it likes; nothing is to be had there.
        async connect() {
          if (!options.preparedStatements) return connect();
          // All that Kysely ever asks of one.
          return lines.open() as unknown as pg.PoolClient;
        },
        end: () => pool.end(),
        options: {},
      },
    }),
  });
}

const wrapped = new WeakMap<pg.PoolClient, pg.PoolClient>();

function sending(client: pg.PoolClient, options: DatabaseOptions): pg.PoolClient {
  const known = wrapped.get(client);
  if (known) return known;
  const send = sendingTo(client, options);
  const proxy = new Proxy(client, {
    get(target, key) {
      if (key === 'query') return send;
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  wrapped.set(client, proxy);
  return proxy;
}

/** Asks the database for nothing; rejects when it is away. */
export async function canReach(db: Database): Promise<void> {
  await sql`select 1`.execute(db);
}
