import { defineJob } from '../platform/jobs/job.ts';

export const rankHashtagsJob = defineJob('rankHashtags', {
  pool: 'upkeep',
  queue: 'trending',
  attempts: 1,
  cron: '* * * * *',
});

export const listWordsJob = defineJob('listWords', {
  pool: 'upkeep',
  queue: 'words',
  attempts: 1,
  cron: '* * * * *',
});
