import { sql } from 'kysely';
import type { TestApp } from './app.ts';

/** Lets failed jobs run again at once. */
export async function hastenJobs({ ctx }: TestApp, name: string): Promise<void> {
  await sql`update graphile_worker._private_jobs as jobs set run_at = now()
    from graphile_worker._private_tasks as tasks
    where tasks.id = jobs.task_id and tasks.identifier = ${name}
      and jobs.locked_at is null and jobs.run_at > now()`.execute(ctx.db);
}

/** Counts from now on how often a job is added, grouped by one key of its payload. */
export async function countJobs(
  { ctx }: TestApp,
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
