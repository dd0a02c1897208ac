import type pg from 'pg';
import { StartError } from '../../server/src/config/start-error.ts';
import type { Catalog } from './catalog.ts';
import { places, type Place } from './keys.ts';

interface Distributed {
  name: string;
  /** Of a table that is everywhere: null. */
  key: string | null;
  colocation: number;
  /** How Citus holds it: 'h' by hash of the key, 'n' without one. */
  method: string;
}

/** What Citus knows of already. */
export async function readDistributed(client: pg.Client): Promise<Map<string, Distributed>> {
  const { rows } = await client.query<Distributed>(
    `select relname as name, column_to_column_name(logicalrelid, partkey) as key, colocationid as colocation,
      partmethod as method
    from pg_dist_partition join pg_class on pg_class.oid = logicalrelid
    where relnamespace = current_schema()::regnamespace and (partmethod = 'h' or repmodel = 't')`,
  );
  return new Map(rows.map((row) => [row.name, row]));
}

/**
 * Distributes what is not distributed yet, each table that is put beside others in the transaction that puts back the
 * foreign keys between them. Says what it does; changes nothing where everything is as it should be.
 */
export async function distribute(
  client: pg.Client,
  { tables, foreignKeys }: Catalog,
  say: (line: string) => void,
): Promise<void> {
  const done = await readDistributed(client);
  for (const name of tables) check(name, done);
  for (const together of groupsOf(tables)) {
    const missing = together.filter((name) => !done.has(name));
    if (missing.length === 0) continue;
    const between = foreignKeys.filter(
      ({ table, otherTable }) => missing.includes(table) || missing.includes(otherTable),
    );
    await client.query('begin');
    // A transaction that has worked on all shards at once can't go on with one after the other.
    await client.query(`set local citus.multi_shard_modify_mode to 'sequential'`);
    for (const { table, name } of between)
      await client.query(`alter table ${table} drop constraint ${name}`);
    for (const name of missing) await distributeOne(client, name);
    for (const { table, name, definition } of between)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
    await client.query('commit');
    for (const name of missing) {
      // The rows are on the nodes now; those left here are seen by nobody.
      await client.query(`select truncate_local_data_after_distributing_table($1)`, [name]);
      await client.query(`analyze ${name}`);
      say(described(name));
    }
  }
}

/** Tables that are distributed in one transaction, in the order of the list. */
function groupsOf(tables: string[]): string[][] {
  const groups = new Map<string, string[]>();
  for (const [name, place] of places) {
    if (place.kind === 'coordinator' || !tables.includes(name)) continue;
    const group = place.kind === 'distributed' ? place.group : '';
    groups.set(group, [...(groups.get(group) ?? []), name]);
  }
  return [...groups.values()];
}

async function distributeOne(client: pg.Client, name: string): Promise<void> {
  const place = placeOf(name);
  if (place.kind === 'everywhere') {
    await client.query('select create_reference_table($1)', [name]);
  } else if (place.kind === 'distributed') {
    await client.query('select create_distributed_table($1, $2, colocate_with => $3)', [
      name,
      place.key,
      place.group === name ? 'none' : place.group,
    ]);
  }
}

function check(name: string, done: Map<string, Distributed>): void {
  const [place, found] = [placeOf(name), done.get(name)];
  if (!found) return;
  const key = place.kind === 'distributed' ? place.key : null;
  const head = place.kind === 'distributed' ? done.get(place.group) : undefined;
  if (place.kind === 'coordinator' || found.key !== key)
    throw new StartError(
      `${name} is distributed ${found.key ? `by ${found.key}` : 'to every node'} already, where it should be ${
        key ? `by ${key}` : place.kind === 'coordinator' ? 'local' : 'on every node'
      }. Undo that (undistribute_table) and run this again.`,
    );
  if (head && head.colocation !== found.colocation)
    throw new StartError(
      `${name} does not lie with ${head.name}. Put it there (update_distributed_table_colocation) and run this again.`,
    );
}

/** Throws for a table of a migration that nobody has put into the list. */
export function placeOf(name: string): Place {
  const place = places.get(name);
  if (!place)
    throw new StartError(
      `Nothing is said of how to distribute the table ${name}; tools/shard/keys.ts must name it.`,
    );
  return place;
}

function described(name: string): string {
  const place = placeOf(name);
  return place.kind === 'distributed'
    ? `${name}: distributed by ${place.key}${place.group === name ? '' : `, with ${place.group}`}`
    : `${name}: on every node`;
}
