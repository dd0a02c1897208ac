import type pg from 'pg';

/**
 * Puts our functions of nothing but their arguments on every node: statements that call them are carried out where the
 * rows are. Others ask tables, and do so from the coordinator.
 */
export async function distributeFunctions(
  client: pg.Client,
  say: (line: string) => void,
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
    say(`${name}: on every node`);
  }
}
