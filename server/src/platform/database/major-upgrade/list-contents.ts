import type pg from 'pg';

export interface Table {
  /** Quoted, with its schema. */
  name: string;
  /** All columns, quoted, in the order of their names. */
  columns: string;
  /** The columns that rows bring. The database computes the others. */
  stored: string;
}

export interface Sequence {
  name: string;
  /** Null before the first number. */
  last: string | null;
}

const IS_OURS = `nspname <> 'information_schema' and not starts_with(nspname, 'pg_')`;

export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select format('%I.%I', nspname, relname) as name,
      string_agg(quote_ident(attname), ', ' order by attname) as columns,
      string_agg(quote_ident(attname), ', ' order by attname) filter (where attgenerated = '') as stored
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    where relkind = 'r' and ${IS_OURS}
    group by nspname, relname order by nspname, relname`,
  );
  return rows;
}

export async function listSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
    from pg_sequences order by 1`,
  );
  return rows;
}
