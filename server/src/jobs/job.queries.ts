import { sql } from 'kysely';
import type { Context } from '../context.ts';

export interface JobOptions {
  /** Jobs of one queue run one after the other. */
  queue: string;
  attempts: number;
}

export async function addJobRow(
  ctx: Context,
  name: string,
  payload: unknown,
  { queue, attempts }: Partial<JobOptions> = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json,
    queue_name => ${queue ?? null}::text, max_attempts => ${attempts ?? null}::int)`.execute(
    ctx.db,
  );
}
