import { sql } from 'kysely';
import type { ClientBase, Pool, QueryConfig } from 'pg';
import type { Context } from '../../kernel/context.ts';
import { exec, one } from '../database/query.ts';

/** What all jobs of one statement share. */
export interface JobOptions {
  /** Jobs of one queue run one after the other. */
  queue: string;
  attempts: number;
  /** Whether a replaced job keeps its time, so that many replacements do not delay it for ever. */
  keepsTime: boolean;
}

export interface NewJobRow {
  payload: unknown;
  at?: Date | undefined;
  /** A job replaces a waiting job with the same key. No two rows of a statement have the same one. */
  key?: string | undefined;
  /** Jobs with a smaller number come first. */
  priority?: number | undefined;
}

export async function addJobRows(
  ctx: Pick<Context, 'db'>,
  name: string,
  jobs: readonly NewJobRow[],
  { queue, attempts, keepsTime = false }: Partial<JobOptions> = {},
): Promise<void> {
  const column = (valueOf: (job: NewJobRow) => unknown) => jobs.map((job) => valueOf(job) ?? null);
  await exec(
    ctx.db,
    sql`select count(*) from graphile_worker.add_jobs(array(
      select (${name}::text, payload, ${queue ?? null}::text, run_at, ${attempts ?? null}::int, job_key, priority, null::text[])::graphile_worker.job_spec
      from unnest(${column(({ payload }) => JSON.stringify(payload))}::json[], ${column(({ at }) => at)}::timestamptz[],
        ${column(({ key }) => key)}::text[], ${column(({ priority }) => priority)}::int[]) as job (payload, run_at, job_key, priority)
    ), ${keepsTime}::boolean)`,
  );
}

/** Lets these jobs run again now, with all their tries. Returns how many waited. Only the owner of the job tables may do this. */
export async function retryJobs(ctx: Context, ids: number[]): Promise<number> {
  const found = await one(
    ctx.db,
    { count: 'int4' },
    sql`select count(*)::int as count
      from graphile_worker.reschedule_jobs(${ids}::bigint[], run_at => now(), attempts => 0)`,
  );
  return found?.count ?? 0;
}

/** A connection with the right to change jobs. */
export interface JobConnection {
  query(text: string, values: unknown[]): Promise<{ rowCount: number | null }>;
}

/** Deletes at most `limit` jobs whose last try failed at least `days` days ago. Returns their number. */
export async function deleteFailedJobs(
  connection: JobConnection,
  { days, limit }: { days: number; limit: number },
): Promise<number> {
  const { rowCount } = await connection.query(
    `select graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where attempts >= max_attempts and locked_at is null and updated_at < now() - make_interval(days => $1)
      limit $2))`,
    [days, limit],
  );
  return rowCount ?? 0;
}

/** The rows that `countJobs` reads. With more, its numbers are lower bounds. */
const MAX_COUNTED_JOBS = 10_000;

export interface JobCounts {
  name: string;
  /** Due and not running. */
  waiting: number;
  /** Seconds since the oldest of them was due. */
  oldestSeconds: number;
  /** Not tried again. */
  failed: number;
}

/** Counts stored jobs by name. Only the owner of the job tables sees them. */
export async function countJobs(pool: Pool): Promise<JobCounts[]> {
  const { rows } = await pool.query<JobCounts>(
    `select task_identifier as name,
      count(*) filter (where attempts < max_attempts and run_at <= now())::int as waiting,
      coalesce(extract(epoch from now() - min(run_at) filter (where attempts < max_attempts and run_at <= now())), 0)::float8
        as "oldestSeconds",
      count(*) filter (where attempts >= max_attempts)::int as failed
    from (select task_identifier, run_at, attempts, max_attempts from graphile_worker.jobs
      where locked_at is null order by run_at limit $1) as job
    group by task_identifier`,
    [MAX_COUNTED_JOBS],
  );
  return rows;
}

/** Frees jobs and their queues from runs that have all ended. A run that holds a queue also holds a job of that queue. */
export async function unlockAllJobs(ctx: Context): Promise<void> {
  const found = await one(
    ctx.db,
    { isThere: 'bool' },
    sql`select to_regclass('graphile_worker.jobs') is not null as "isThere"`,
  );
  if (!found?.isThere) return;
  await exec(
    ctx.db,
    sql`select graphile_worker.force_unlock_workers(array(
      select distinct locked_by from graphile_worker.jobs where locked_by is not null))`,
  );
}

/** Frees the jobs of runs that have ended, and the queues of these jobs. Other roles than the owner of the job tables may not do this. */
export async function unlockJobsOf(
  connection: Pick<JobConnection, 'query'>,
  holders: string[],
): Promise<void> {
  await connection.query('select graphile_worker.force_unlock_workers($1::text[])', [holders]);
}

/**
 * The statements with which a connection takes and gives back the lease of a run. The lock is shared, so a new connection need not wait
 * until the database has noticed the end of the one before.
 */
export function leaseOf(holder: string): Record<'take' | 'give', QueryConfig> {
  return {
    take: { text: 'select pg_advisory_lock_shared(hashtextextended($1, 0))', values: [holder] },
    give: { text: 'select pg_advisory_unlock_shared(hashtextextended($1, 0))', values: [holder] },
  };
}

/** The runs that have locked jobs and have no lease at this moment. */
export async function listHoldersWithoutLease(
  connection: Pick<ClientBase, 'query'>,
): Promise<string[]> {
  const { rows } = await connection.query<{ holder: string }>(
    `select distinct locked_by as holder from graphile_worker.jobs
    where locked_by is not null and not exists (
      select from pg_locks where locktype = 'advisory' and granted and objsubid = 1
        and database = (select oid from pg_database where datname = current_database())
        and (classid::bigint << 32) | objid::bigint = hashtextextended(locked_by, 0))`,
  );
  return rows.map(({ holder }) => holder);
}
