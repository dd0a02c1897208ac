import type { Context } from '../kernel/context.ts';
import { wallClock } from '../lib/wall-clock.ts';
import { addJobs } from '../platform/jobs/add-job.ts';
import { pushRules } from './push-rules.ts';
import { sendPushJob, type PushJob } from './push.jobs.ts';

export interface NewPushJob extends Pick<PushJob, 'userId' | 'kind' | 'item'> {
  /** Waiting jobs with the same key become one. */
  jobKey: string;
}

/** Adds the jobs of pushes in one statement. Each waits as long as its kind says. */
export async function addPushJobs(ctx: Context, jobs: readonly NewPushJob[]): Promise<void> {
  const since = wallClock();
  await addJobs(
    ctx,
    sendPushJob,
    jobs.map(({ userId, kind, item, jobKey }) => ({
      payload: { userId, kind, item, since },
      at: new Date(since + pushRules[kind].delaySeconds * 1_000),
      key: `push:${userId}:${kind}:${jobKey}`,
      priority: kind === 'calls' ? -1 : 0,
    })),
    { keepsTime: true },
  );
}
