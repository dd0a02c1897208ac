import type pg from 'pg';
import { StartError } from '../../server/src/config/start-error.ts';

/**
 * What `people_alike` asks of names, asked on the nodes too: what a function sets holds where it is called, and names are
 * compared where they lie. A setting of pg_trgm is known once something of it was called.
 */
export async function alignSettings(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ node: string; isDone: boolean; said: string }>(
    `select nodename || ':' || nodeport as node, success as "isDone", result as said from run_command_on_workers($work$
      do $do$ begin
        perform show_trgm('a');
        set local citus.enable_ddl_propagation to off;
        execute format('alter database %I set pg_trgm.word_similarity_threshold = 0.3', current_database());
      end $do$ $work$)`,
  );
  const failed = rows.find((row) => !row.isDone);
  if (failed)
    throw new StartError(
      `On ${failed.node}: ${failed.said}. There, as the owner: alter database … set pg_trgm.word_similarity_threshold = 0.3.`,
    );
}
