import {
  Kysely,
  PostgresDialect,
  type PostgresPoolClient,
  type QueryExecutorProvider,
} from 'kysely';
import type pg from 'pg';
import { OpenTransaction } from './connection/open-transaction.ts';
import { openPool, type PoolOptions } from './connection/pool.ts';
import { ReadPipeline } from './connection/read-pipeline.ts';
import { SocketClient } from './connection/socket-client.ts';
import { openSender, type Connection, type SenderOptions } from './connection/statement-sender.ts';
import { traceStatements } from './connection/trace-statements.ts';
import type { Tables } from './tables.ts';

declare module '../../kernel/context.ts' {
  interface Context {
    readonly db: Database;
  }
}

export type DatabaseOptions = PoolOptions & SenderOptions;

/** A handle for plain reads. It has no methods that write. */
export type Reads = Pick<Kysely<Tables>, 'selectFrom' | 'executeQuery'> & QueryExecutorProvider;

/** Where a database gets its connections. */
export interface ConnectionSource {
  /** A connection that nobody else uses until its release. */
  connect: () => Promise<Connection>;
  /** Reads go here instead, if it is given. */
  shared?: Connection | undefined;
  /** Its only connection has an open transaction. */
  isTransaction?: boolean;
  end: () => Promise<void>;
}

/** The database, or one open transaction of it. */
export class Database extends Kysely<Tables> {
  /**
   * For plain reads: a `select` that locks nothing and calls no function that writes or locks. Such reads of several requests
   * share a connection (`connection/read-pipeline.ts`). Any other statement would make them wait, so tests refuse it here.
   * In a transaction, these reads belong to the transaction.
   */
  readonly reads: Reads;
  readonly #source: ConnectionSource;
  #inBackground: Database | undefined;

  constructor(source: ConnectionSource) {
    const { shared } = source;
    super({ dialect: dialectOf(source) });
    this.#source = source;
    this.reads = shared
      ? new Kysely<Tables>({ dialect: dialectOf({ ...source, connect: async () => shared }) })
      : this;
  }

  /** The same database for work that belongs to no request. */
  get inBackground(): Database {
    this.#inBackground ??= new Database(markBackground(this.#source));
    return this.#inBackground;
  }

  /**
   * Runs `work` in one transaction. Statements that `work` sends at once leave at once, and their answers come in that order.
   * Kysely's own transactions wait for each answer before they send the next statement.
   */
  async inTransaction<T>(work: (tx: Database) => Promise<T>): Promise<T> {
    if (this.#source.isTransaction) throw new Error('This database is a transaction already.');
    const connection = await this.#source.connect();
    const open = new OpenTransaction(connection);
    let isLost = false;
    try {
      const done = await work(databaseOf(open));
      await open.commit();
      return done;
    } catch (error) {
      await open.rollback().catch(() => {
        isLost = true;
      });
      throw error;
    } finally {
      connection.release(isLost);
    }
  }
}

function databaseOf({ query }: OpenTransaction): Database {
  const connection = { query, release: () => {} };
  return new Database({
    connect: async () => connection,
    end: async () => {},
    isTransaction: true,
  });
}

/** Marks all statements as background work, so tests leave them out when they count the statements of a request. */
function markBackground({ connect, shared, ...source }: ConnectionSource): ConnectionSource {
  const marked = (connection: Connection): Connection => ({
    query: async (text, values, statement) =>
      connection.query(text, values, { ...statement, isBackground: true }),
    release: (isLost) => connection.release(isLost),
  });
  return {
    ...source,
    connect: async () => marked(await connect()),
    shared: shared && marked(shared),
  };
}

function dialectOf({ connect, end }: ConnectionSource): PostgresDialect {
  return new PostgresDialect({
    pool: {
      // Kysely's type also has cursors, which nobody uses here.
      connect: async () => (await connect()) as unknown as PostgresPoolClient,
      end,
      options: {},
    },
  });
}

export function openDatabase(options: DatabaseOptions): Database {
  const { preparedStatements, shards } = options;
  const pool = openPool({ ...options, isPooled: !preparedStatements, pipeline: true });
  options.metrics?.addPool('requests', pool);
  const connect = async () => {
    const client = await pool.connect();
    if (!(client instanceof SocketClient)) throw new Error('The pool made another client.');
    return connectionOf(client, options);
  };
  const reads = new ReadPipeline(connect, () => shards?.isDegraded() ?? false);
  const shared = { query: reads.query, release: () => {} };
  const { traces } = options;
  const traced = (connection: Connection) =>
    traces ? traceStatements(connection, traces) : connection;
  return new Database({
    connect: traces ? async () => traced(await connect()) : connect,
    // A pooler gives each statement any connection, so sharing one gains nothing.
    shared: preparedStatements ? traced(shared) : undefined,
    end: async () => pool.end(),
  });
}

type PooledClient = pg.PoolClient & SocketClient;

const connections = new WeakMap<PooledClient, Connection>();

function connectionOf(client: PooledClient, options: SenderOptions): Connection {
  let connection = connections.get(client);
  if (!connection) {
    // The pool gives the client a new `release` each time.
    connection = {
      query: openSender(client, options),
      release: (isLost) => client.release(isLost),
    };
    connections.set(client, connection);
  }
  return connection;
}
