import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { listSequences, listTables, type Table } from './list-contents.ts';

/** Tables with more rows get a line of their own. */
const LARGE_ROWS = 10_000;

/**
 * Copies all rows and the state of all sequences. Both databases have the same schema. The earlier rows of the target go away.
 * Rows pass through this process as a stream, so their number does not matter.
 */
export async function copyDatabase(
  source: pg.Client,
  target: pg.Client,
  log: (line: string) => void,
): Promise<void> {
  const tables = await listTables(source);
  assertSameTables(tables, await listTables(target));
  // Rows arrive without the order that foreign keys demand, and they already caused what triggers do.
  await target.query('set session_replication_role = replica');
  await target.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
  for (const { name, stored } of tables) {
    const input = target.query(copyFrom(`copy ${name} (${stored}) from stdin`));
    await pipeline(source.query(copyTo(`copy ${name} (${stored}) to stdout`)), input);
    if (input.rowCount >= LARGE_ROWS) log(`  ${name}: ${input.rowCount} rows`);
  }
  await target.query('set session_replication_role = origin');
  for (const { name, last } of await listSequences(source))
    if (last !== null) await target.query('select setval($1, $2)', [name, last]);
  await target.query('analyze');
}

/** Tables that somebody added by hand would be lost. */
function assertSameTables(source: Table[], target: Table[]): void {
  const known = new Map(target.map(({ name, columns }) => [name, columns]));
  const other = source.find(({ name, columns }) => known.get(name) !== columns);
  if (other ?? source.length !== target.length)
    throw new Error(
      `The table ${other?.name ?? 'of a newer version'} is not as this version of Roost makes it.`,
    );
}
