import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { Context } from '../context.ts';

export interface JobOptions {
  /** Jobs of one queue run one after the other. */
  queue: string;
  attempts: number;
  at: Date;
  insteadOf: string;
}

export async function addJobRow(
  ctx: Pick<Context, 'db'>,
  name: string,
  payload: unknown,
  { queue, attempts, at, insteadOf }: Partial<JobOptions> = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json,
    queue_name => ${queue ?? null}::text, max_attempts => ${attempts ?? null}::int,
    run_at => ${at ?? null}::timestamptz, job_key => ${insteadOf ?? null}::text)`.execute(ctx.db);
}

/** Frees jobs, and queues of them, that are held by runs of which none is left. */
export async function freeHeldJobs(ctx: Context): Promise<void> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass('graphile_worker._private_jobs') is not null as "isThere"`.execute(ctx.db);
  if (!rows[0]?.isThere) return;
  await sql`select graphile_worker.force_unlock_workers(array(
    select locked_by from graphile_worker._private_jobs where locked_by is not null
    union
    select locked_by from graphile_worker._private_job_queues where locked_by is not null))`.execute(
    ctx.db,
  );
}

/** Frees what one run held that is over. By the connections it had: others may have no right to the worker's tables. */
export async function freeJobsHeldBy(pool: Pool, holder: string): Promise<void> {
  await pool.query('select graphile_worker.force_unlock_workers($1::text[])', [[holder]]);
}
