import { defineJob } from '../platform/jobs/job.ts';

export const sweepOrphansJob = defineJob('sweepOrphans', { pool: 'upkeep', cron: '41 3 * * *' });

export const deleteMediaFilesJob = defineJob<{ ids: string[] }>('deleteMediaFiles', {
  pool: 'upkeep',
});

export const makeStillsJob = defineJob('makeStills', {
  pool: 'media',
  queue: 'stills',
  cron: '47 * * * *',
});

export const finishVideoJob = defineJob<{ id: string }>('finishVideo', {
  pool: 'media',
  queue: 'video',
  attempts: 3,
});
