import type { SqlFile } from './read-sql-files.ts';
import { inTransaction, runStatements, type SchemaSession } from './run-sql.ts';

/**
 * Runs the files of SQL functions that changed since they last ran on this database, all in one transaction. So after a
 * failure, the database has all the functions it had before. On a sharded database, Citus makes the same changes on all nodes.
 */
export async function runFunctions(session: SchemaSession, files: SqlFile[]): Promise<void> {
  const { client } = session;
  await client.query(
    `create table if not exists function_files (name text primary key, digest text not null,
      ran_at timestamptz not null default now())`,
  );
  const { rows: ran } = await client.query<{ name: string; digest: string }>(
    'select name, digest from function_files',
  );
  const digests = new Map(ran.map(({ name, digest }) => [name, digest]));
  const changed = files.filter(({ name, digest }) => digests.get(name) !== digest);
  const names = files.map(({ name }) => name);
  if (changed.length === 0 && ran.every(({ name }) => names.includes(name))) return;
  await inTransaction(session, 'The SQL functions', async () => {
    for (const { name, sql, digest } of changed) {
      await runStatements(client, `functions/${name}`, sql);
      await client.query(
        `insert into function_files (name, digest) values ($1, $2)
          on conflict (name) do update set digest = excluded.digest, ran_at = excluded.ran_at`,
        [name, digest],
      );
    }
    // Forgets files that no longer exist, so that they run if they come back.
    await client.query('delete from function_files where name <> all($1)', [names]);
  });
}
