import type pg from 'pg';
import { listSequences, listTables, type Table } from './list-contents.ts';

interface Summary {
  count: string;
  /** Does not depend on the order of rows. */
  sum: string;
}

/** Compares the number and a checksum of the rows of each table, and all sequences. Throws if one differs. */
export async function assertSameContents(source: pg.Client, target: pg.Client): Promise<void> {
  for (const table of await listTables(source)) {
    const [before, after] = await Promise.all(
      [source, target].map(async (client) => summaryOf(client, table)),
    );
    if (before?.count !== after?.count || before?.sum !== after?.sum)
      throw new Error(
        `The copy of ${table.name} differs: ${before?.count} rows before, and ${after?.count} after.`,
      );
  }
  const [before, after] = await Promise.all([source, target].map(listSequences));
  if (JSON.stringify(before) !== JSON.stringify(after)) throw new Error('A sequence differs.');
}

/** MD5 gives the same result in all versions of PostgreSQL, unlike its hash functions. */
async function summaryOf(
  client: pg.Client,
  { name, columns }: Table,
): Promise<Summary | undefined> {
  const { rows } = await client.query<Summary>(
    `select count(*)::text as count,
      coalesce(sum(('x' || left(md5(row(${columns})::text), 16))::bit(64)::bigint::numeric), 0)::text as sum
    from ${name}`,
  );
  return rows[0];
}
