import type { Pool } from 'pg';
import type { Metrics } from '../../kernel/ports.ts';
import { SingleFlight } from '../../lib/single-flight.ts';
import { countJobs, type JobCounts } from './job.queries.ts';

/** Milliseconds for which a count is used. The gauges of one answer share it. */
const COUNT_LIFETIME_MS = 1_000;

/** Shows the stored jobs by name. All nodes with jobs show the same numbers. */
export function addJobGauges(metrics: Metrics, pool: Pool, names: readonly string[]): void {
  const counts = new SingleFlight<JobCounts[]>({ lifetimeMs: COUNT_LIFETIME_MS });
  // A job of another version can be stored, too. Its name is not shown.
  const byName = async (read: (count: JobCounts) => number) => {
    const found = new Map(
      (await counts.run('', async () => countJobs(pool))).map((each) => [each.name, read(each)]),
    );
    return Object.fromEntries(names.map((name) => [name, found.get(name) ?? 0]));
  };
  const label = 'job_name';
  metrics.addGauge(
    { name: 'jobs_waiting', help: 'Jobs that are due and do not run yet.', label },
    () => byName(({ waiting }) => waiting),
  );
  metrics.addGauge(
    {
      name: 'jobs_oldest_due_age_seconds',
      help: 'Time since the oldest waiting job was due.',
      label,
    },
    () => byName(({ oldestSeconds }) => oldestSeconds),
  );
  metrics.addGauge(
    { name: 'jobs_given_up', help: 'Jobs that failed and are not tried again.', label },
    () => byName(({ failed }) => failed),
  );
}

/** Counts and measures one try of a job. */
export async function measureJob(
  { jobsRun, jobsFailed, jobDurations }: Metrics,
  name: string,
  run: () => Promise<void>,
): Promise<void> {
  const since = performance.now();
  try {
    await run();
  } catch (error) {
    jobsFailed.add(name);
    throw error;
  } finally {
    jobsRun.add(name);
    jobDurations.observe({ job_name: name }, (performance.now() - since) / 1_000);
  }
}
