import type pg from 'pg';
import { retryLocked, type LockPatience } from './retry-locked.ts';
import { statementsOf } from './statements-of.ts';

/** The connection that changes the schema. */
export interface SchemaSession extends LockPatience {
  client: pg.Client;
  /** Whether the tables are distributed over several nodes. */
  isSharded: boolean;
}

/** After a statement that worked on all shards at once, Citus refuses statements that work on one shard after the other. */
const ONE_SHARD_AFTER_THE_OTHER = `set local citus.multi_shard_modify_mode = 'sequential'`;

/**
 * Does the work in one transaction. It waits 2 s for a lock, because requests would wait behind it. Then it rolls back and
 * tries again after a pause.
 */
export async function inTransaction<Result>(
  { client, isSharded, ...patience }: SchemaSession,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  return retryLocked(client, name, patience, async () => {
    await client.query('begin');
    try {
      await client.query("set local lock_timeout = '2s'");
      if (isSharded) await client.query(ONE_SHARD_AFTER_THE_OTHER);
      const result = await work();
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback');
      throw error;
    }
  });
}

/** Runs the statements of a file. Returns how many rows the last one changed. */
export async function runStatements(client: pg.Client, name: string, sql: string): Promise<number> {
  let changed = 0;
  try {
    for (const statement of statementsOf(sql))
      changed = (await client.query(statement)).rowCount ?? 0;
  } catch (error) {
    throw new Error(`The file ${name} failed`, { cause: error });
  }
  return changed;
}

/** Whether the tables are distributed over several nodes (`npm run shard`). */
export async function isShardedDatabase(client: pg.Client): Promise<boolean> {
  const { rows: citus } = await client.query(`select from pg_extension where extname = 'citus'`);
  if (citus.length === 0) return false;
  const { rows: tables } = await client.query('select from pg_dist_partition limit 1');
  return tables.length > 0;
}
