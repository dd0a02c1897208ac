import { deleteFailedJobs, type JobConnection } from './job.queries.ts';

/** Days for which a finally failed job stays, so that operators can read its error. */
const FAILED_JOB_KEPT_DAYS = 7;
const JOBS_PER_STATEMENT = 500;

/** Deletes old failed jobs. Only the owner of the job tables may do this. */
export async function sweepJobs(connection: JobConnection): Promise<void> {
  const part = { days: FAILED_JOB_KEPT_DAYS, limit: JOBS_PER_STATEMENT };
  while ((await deleteFailedJobs(connection, part)) === JOBS_PER_STATEMENT);
}
