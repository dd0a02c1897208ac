import type pg from 'pg';

export interface ForeignKey {
  name: string;
  table: string;
  columns: string[];
  otherTable: string;
  otherColumns: string[];
  definition: string;
}

export interface UniqueIndex {
  name: string;
  table: string;
  /** Its columns. Expressions are not included. */
  columns: string[];
  /** The SQL of the constraint that owns the index, or null if no constraint does. */
  constraint: string | null;
  /** The SQL that creates the index. */
  definition: string;
}

export interface Catalog {
  tables: string[];
  foreignKeys: ForeignKey[];
  uniqueIndexes: UniqueIndex[];
}

/** Selects the tables of our schema, without those of extensions. Citus hides the shards itself. */
const OWN_TABLES = `relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
  and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')`;

/** Reads the tables of the current schema, with the constraints that limit how Citus can distribute them. */
export async function readCatalog(client: pg.Client): Promise<Catalog> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where ${OWN_TABLES} order by relname collate "C"`,
  );
  const names = [tables.map(({ name }) => name)];
  const columns = (numbers: string, table: string) => `array(
    select attname::text from unnest(${numbers}) with ordinality as asked (number, position)
    join pg_attribute on attrelid = ${table} and attnum = number order by position)`;
  const { rows: foreignKeys } = await client.query<ForeignKey>(
    `select conname as name, own.relname as table, other.relname as "otherTable",
      ${columns('conkey', 'conrelid')} as columns, ${columns('confkey', 'confrelid')} as "otherColumns",
      pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint join pg_class own on own.oid = conrelid join pg_class other on other.oid = confrelid
    where contype = 'f' and own.relname = any($1) and own.relnamespace = current_schema()::regnamespace order by 2, 1`,
    names,
  );
  const { rows: uniqueIndexes } = await client.query<UniqueIndex>(
    `select index.relname as name, own.relname as table, ${columns('indkey[0:indnkeyatts - 1]', 'indrelid')} as columns,
      (select pg_get_constraintdef(oid) from pg_constraint where conindid = indexrelid and contype in ('p', 'u')) as constraint,
      pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class index on index.oid = indexrelid join pg_class own on own.oid = indrelid
    where indisunique and own.relname = any($1) and own.relnamespace = current_schema()::regnamespace order by 2, 1`,
    names,
  );
  return { tables: names[0] ?? [], foreignKeys, uniqueIndexes };
}
