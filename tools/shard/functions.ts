import type pg from 'pg';

/**
 * Creates our immutable functions on every node, because workers run the statements that call them. All other functions
 * query tables, so they run on the coordinator only.
 */
export async function distributeFunctions(
  client: pg.Client,
  log: (line: string) => void,
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regprocedure::text as name from pg_proc
    where pronamespace = current_schema()::regnamespace and provolatile = 'i' and not exists (
      select from pg_depend
      where pg_depend.classid = 'pg_proc'::regclass and pg_depend.objid = pg_proc.oid and deptype = 'e')
    and not exists (
      select from pg_dist_object where classid = 'pg_proc'::regclass and objid = pg_proc.oid)
    order by 1`,
  );
  for (const { name } of rows) {
    await client.query('select create_distributed_function($1::regprocedure)', [name]);
    log(`${name}: on every node`);
  }
}
