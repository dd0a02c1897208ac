import { defineJob } from '../platform/jobs/job.ts';

/** One erasure after the other, so that they never slow the site. */
export const erasePersonJob = defineJob<{ userId: string }>('erasePerson', {
  pool: 'upkeep',
  queue: 'erasures',
});
