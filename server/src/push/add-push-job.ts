import type { Context } from '../kernel/context.ts';
import { wallClock } from '../lib/wall-clock.ts';
import { addJob } from '../platform/jobs/add-job.ts';
import { pushRules } from './push-rules.ts';
import { sendPushJob, type PushJob } from './push.jobs.ts';

export interface NewPushJob extends Pick<PushJob, 'userId' | 'kind' | 'item'> {
  /** Waiting jobs with the same key become one. */
  jobKey: string;
}

/** Adds the job of a push, which waits as long as its kind says. */
export async function addPushJob(
  ctx: Context,
  { userId, kind, item, jobKey }: NewPushJob,
): Promise<void> {
  const since = wallClock();
  const { delaySeconds } = pushRules[kind];
  await addJob(
    ctx,
    sendPushJob,
    { userId, kind, item, since },
    {
      at: new Date(since + delaySeconds * 1_000),
      key: `push:${userId}:${kind}:${jobKey}`,
      keepsTime: true,
      priority: kind === 'calls' ? -1 : 0,
    },
  );
}
