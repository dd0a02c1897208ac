import { defineJob } from '../../platform/jobs/job.ts';

export const verifyLinksJob = defineJob<{ userId: string }>('verifyLinks', {
  pool: 'upkeep',
  // One after the other, so that slow pages of other sites do not keep the workers from other jobs.
  queue: 'links',
  attempts: 3,
});
