import { defineJob } from '../../platform/jobs/job.ts';

export const verifyLinksJob = defineJob<{ userId: string }>('verifyLinks', {
  pool: 'upkeep',
  attempts: 3,
});
