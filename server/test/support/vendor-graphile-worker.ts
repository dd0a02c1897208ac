// Uses private tables of graphile-worker. Its public view shows no payloads, and nobody can add a trigger to it.
// `vendor-graphile-worker.test.ts` fails when they change.
import { sql, type RawBuilder } from 'kysely';
import type { Client } from 'pg';
import type { App } from '../../src/app.ts';
import type { Context } from '../../src/kernel/context.ts';

/** Lets failed jobs run again at once. */
export async function hastenJobs({ ctx }: App, name: string): Promise<void> {
  await sql`select graphile_worker.reschedule_jobs(array(
      select id from graphile_worker.jobs
      where task_identifier = ${name} and locked_at is null and run_at > now()),
    run_at => now())`.execute(ctx.db);
}

interface WaitingJob<Payload> {
  payload: Payload;
  /** Seconds until it may run. */
  seconds: number;
}

/** The jobs of this name, in the order of their addition. */
export async function jobsOf<Payload>({ ctx }: App, name: string): Promise<WaitingJob<Payload>[]> {
  const { rows } = await sql<WaitingJob<Payload>>`
    select payload, extract(epoch from run_at - now())::int as seconds
    from graphile_worker._private_jobs as jobs
    join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
    where tasks.identifier = ${name} order by jobs.id`.execute(ctx.db);
  return rows;
}

/** Everything that the database stores of jobs, as a query of texts. */
export const storedJobs: RawBuilder<unknown> = sql`select job::text from graphile_worker._private_jobs as job`;

/** The ids of queues that a run holds. */
export async function heldQueues({ ctx }: App): Promise<unknown[]> {
  const { rows } = await sql`select id from graphile_worker._private_job_queues
    where locked_by is not null`.execute(ctx.db);
  return rows;
}

/** Whether this statement deletes a job that succeeded. */
export function isDeletionOfJob(statement: string): boolean {
  return /^delete from .*_private_jobs/.test(statement);
}

/** Makes all jobs that no run has look as if the run `holder` took them and their queues an hour ago. */
export async function lockJobs(client: Client, holder: string): Promise<void> {
  for (const table of ['jobs', 'job_queues'])
    await client.query(
      `update graphile_worker._private_${table} set locked_at = now() - interval '1 hour', locked_by = '${holder}' where locked_by is null`,
    );
}

/** Makes the job with this id in its payload look as if it last failed `days` days ago, in this attempt. */
export async function failJob(
  { ctx }: App,
  id: string,
  { attempts, days }: { attempts: number; days: number },
): Promise<void> {
  await sql`update graphile_worker._private_jobs
    set attempts = ${attempts}, updated_at = now() - make_interval(days => ${days}::int)
    where payload->>'id' = ${id}`.execute(ctx.db);
}

/** Counts from now on how often a job is added, grouped by one key of its payload. */
export async function countJobs(
  { ctx }: App,
  key: string,
): Promise<() => Promise<Map<string, number>>> {
  await sql`create table added_jobs (subject text not null)`.execute(ctx.db);
  // Before the insert, so it also counts an insert that becomes an update of a waiting job.
  await sql`create function note_job() returns trigger language plpgsql as $$
    begin
      if new.payload->>${sql.lit(key)} is not null then
        insert into public.added_jobs values (new.payload->>${sql.lit(key)});
      end if;
      return new;
    end $$`.execute(ctx.db);
  await sql`create trigger note_job before insert on graphile_worker._private_jobs
    for each row execute function note_job()`.execute(ctx.db);
  return async () => {
    const { rows } = await sql<{ subject: string; count: number }>`select subject, count(*)::int
      as count from added_jobs group by subject`.execute(ctx.db);
    return new Map(rows.map(({ subject, count }) => [subject, count]));
  };
}

/** Removes the waiting jobs of this name, and returns what each carries, by the time at which it was due. */
export async function takeJobs<Payload>(
  { db }: Pick<Context, 'db'>,
  name: string,
): Promise<Payload[]> {
  const { rows } = await sql<{ payload: Payload; run_at: Date }>`
    with taken as (
      delete from graphile_worker._private_jobs using graphile_worker._private_tasks as tasks
      where tasks.id = task_id and identifier = ${name} returning _private_jobs.payload, run_at)
    select payload, run_at from taken order by run_at`.execute(db);
  return rows.map(({ payload }) => payload);
}
