import type pg from 'pg';
import { StartError } from '../../server/src/config/start-error.ts';
import type { Catalog } from './catalog.ts';
import { distributions, type Distribution } from './keys.ts';

interface DistributedTable {
  name: string;
  /** Null for a reference table. */
  key: string | null;
  /** The number of its colocation group. */
  colocation: number;
}

/** Reads the distributed tables (method 'h') and the reference tables (replication model 't') of Citus, by name. */
export async function readDistributed(client: pg.Client): Promise<Map<string, DistributedTable>> {
  const { rows } = await client.query<DistributedTable>(
    `select relname as name, column_to_column_name(logicalrelid, partkey) as key, colocationid as colocation
    from pg_dist_partition join pg_class on pg_class.oid = logicalrelid
    where relnamespace = current_schema()::regnamespace and (partmethod = 'h' or repmodel = 't')`,
  );
  return new Map(rows.map((row) => [row.name, row]));
}

/**
 * Distributes the tables that are not distributed yet, each group in one transaction. The transaction drops the foreign keys
 * of these tables and adds them again. A second run changes nothing.
 */
export async function distribute(
  client: pg.Client,
  { tables, foreignKeys }: Catalog,
  log: (line: string) => void,
): Promise<void> {
  const done = await readDistributed(client);
  for (const name of tables) check(name, done);
  for (const group of groupsOf(tables)) {
    const missing = group.filter((name) => !done.has(name));
    if (missing.length === 0) continue;
    const affected = foreignKeys.filter(
      ({ table, otherTable }) => missing.includes(table) || missing.includes(otherTable),
    );
    await client.query('begin');
    // Citus refuses a transaction that changes all shards in parallel and then single ones.
    await client.query(`set local citus.multi_shard_modify_mode to 'sequential'`);
    for (const { table, name } of affected)
      await client.query(`alter table ${table} drop constraint ${name}`);
    for (const name of missing) await distributeOne(client, name);
    for (const { table, name, definition } of affected)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
    await client.query('commit');
    for (const name of missing) {
      // The rows are on the nodes now. Delete the hidden copies.
      await client.query(`select truncate_local_data_after_distributing_table($1)`, [name]);
      await client.query(`analyze ${name}`);
      log(describe(name));
    }
  }
}

/** The tables that one transaction distributes, in the order of the list. All reference tables are one group. */
function groupsOf(tables: string[]): string[][] {
  const groups = new Map<string, string[]>();
  for (const [name, distribution] of distributions) {
    if (distribution.kind === 'coordinator' || !tables.includes(name)) continue;
    const group = distribution.kind === 'distributed' ? distribution.group : '';
    groups.set(group, [...(groups.get(group) ?? []), name]);
  }
  return [...groups.values()];
}

async function distributeOne(client: pg.Client, name: string): Promise<void> {
  const distribution = distributionOf(name);
  if (distribution.kind === 'reference') {
    await client.query('select create_reference_table($1)', [name]);
  } else if (distribution.kind === 'distributed') {
    await client.query('select create_distributed_table($1, $2, colocate_with => $3)', [
      name,
      distribution.key,
      distribution.group === name ? 'none' : distribution.group,
    ]);
  }
}

/** Throws if Citus has distributed this table in another way. */
function check(name: string, done: Map<string, DistributedTable>): void {
  const [wanted, found] = [distributionOf(name), done.get(name)];
  if (!found) return;
  const key = wanted.kind === 'distributed' ? wanted.key : null;
  const first = wanted.kind === 'distributed' ? done.get(wanted.group) : undefined;
  if (wanted.kind === 'coordinator' || found.key !== key)
    throw new StartError(
      `The table ${name} is ${found.key ? `distributed by ${found.key}` : 'on every node'}, but it must be ${
        key ? `distributed by ${key}` : wanted.kind === 'coordinator' ? 'local' : 'on every node'
      }. Undo that with undistribute_table, then run this command again.`,
    );
  if (first && first.colocation !== found.colocation)
    throw new StartError(
      `The tables ${name} and ${first.name} are not colocated. Colocate them with update_distributed_table_colocation, then run this command again.`,
    );
}

/** Returns how this table is distributed. Throws if `keys.ts` does not list it. */
export function distributionOf(name: string): Distribution {
  const distribution = distributions.get(name);
  if (!distribution)
    throw new StartError(`Add the table ${name} to tools/shard/keys.ts, with its distribution.`);
  return distribution;
}

function describe(name: string): string {
  const distribution = distributionOf(name);
  if (distribution.kind !== 'distributed') return `${name}: on every node`;
  const { key, group } = distribution;
  return `${name}: distributed by ${key}${group === name ? '' : `, colocated with ${group}`}`;
}
