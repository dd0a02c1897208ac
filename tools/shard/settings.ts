import type pg from 'pg';
import { StartError } from '../../server/src/config/start-error.ts';

/**
 * Sets the pg_trgm threshold on each node, because a function's setting does not reach the workers. `people_alike` has the
 * same value. PostgreSQL knows the setting only after a call of a pg_trgm function.
 */
export async function alignSettings(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ node: string; isDone: boolean; result: string }>(
    `select nodename || ':' || nodeport as node, success as "isDone", result from run_command_on_workers($work$
      do $do$ begin
        perform show_trgm('a');
        set local citus.enable_ddl_propagation to off;
        execute format('alter database %I set pg_trgm.word_similarity_threshold = 0.3', current_database());
      end $do$ $work$)`,
  );
  const failed = rows.find((row) => !row.isDone);
  if (failed)
    throw new StartError(
      `On ${failed.node}: ${failed.result}. As the owner of the database, run \`alter database … set pg_trgm.word_similarity_threshold = 0.3\` there.`,
    );
}
