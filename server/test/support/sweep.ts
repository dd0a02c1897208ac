import { sql } from 'kysely';
import type { Context } from '../../src/kernel/context.ts';
import type { Storage } from '../../src/platform/storage/storage.ts';

/** The names of all tables of the application and of the job queue. The database lists them, so nobody can forget one. */
export async function allTables({ db }: Context): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select n.nspname || '.' || c.relname as name from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname in ('public', 'graphile_worker') order by 1`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

/** A row in which a text was found. */
export interface Finding {
  table: string;
  row: string;
}

/**
 * Finds the rows of all tables that contain one of these texts, in any case and in any column. The columns may be text, JSON,
 * arrays, search vectors, or binary with the bytes of the text.
 */
export async function sweepTables(ctx: Context, texts: readonly string[]): Promise<Finding[]> {
  const needles = texts.flatMap((text) => [
    text.toLowerCase(),
    Buffer.from(text).toString('hex'),
    Buffer.from(text.toLowerCase()).toString('hex'),
  ]);
  const found = await Promise.all(
    (await allTables(ctx)).map(async (table) => {
      const { rows } = await sql<{ row: string }>`
        select to_jsonb(swept)::text as row from ${sql.table(table)} as swept
        where exists (select from unnest(${needles}::text[]) as needle
          where strpos(lower(to_jsonb(swept)::text), needle) > 0)`.execute(ctx.db);
      return rows.map(({ row }) => ({ table, row }));
    }),
  );
  return found.flat();
}

/** The ids of everything that a storage holds. */
export async function storedIds(storage: Storage): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of storage.list()) ids.push(id);
  return ids;
}
