import { defineJob } from '../platform/jobs/job.ts';

/** One erasure after the other, so that they never slow the site. */
export const erasePersonJob = defineJob<{ userId: string }>('erasePerson', {
  pool: 'upkeep',
  queue: 'erasures',
});

/** One after the other, because each one reads all data of a person. */
export const makeExportJob = defineJob<{ exportId: string }>('makeExport', {
  pool: 'media',
  queue: 'exports',
  attempts: 5,
});
