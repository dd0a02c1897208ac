import type pg from 'pg';
import { statementsOf } from './statements-of.ts';

/** After a statement that worked on all shards at once, Citus refuses statements that work on one shard after the other. */
const ONE_SHARD_AFTER_THE_OTHER = `set local citus.multi_shard_modify_mode = 'sequential'`;

/** Does the work in one transaction. It waits 2 s for a lock, because requests would wait behind it. */
export async function inTransaction(
  client: pg.Client,
  isSharded: boolean,
  work: () => Promise<void>,
): Promise<void> {
  await client.query('begin');
  try {
    await client.query("set local lock_timeout = '2s'");
    if (isSharded) await client.query(ONE_SHARD_AFTER_THE_OTHER);
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

export async function runStatements(client: pg.Client, name: string, sql: string): Promise<void> {
  try {
    for (const statement of statementsOf(sql)) await client.query(statement);
  } catch (error) {
    throw new Error(`The file ${name} failed`, { cause: error });
  }
}

/** Whether the tables are distributed over several nodes (`npm run shard`). */
export async function isShardedDatabase(client: pg.Client): Promise<boolean> {
  const { rows: citus } = await client.query(`select from pg_extension where extname = 'citus'`);
  if (citus.length === 0) return false;
  const { rows: tables } = await client.query('select from pg_dist_partition limit 1');
  return tables.length > 0;
}
