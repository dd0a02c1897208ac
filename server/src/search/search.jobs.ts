import { defineJob } from '../platform/jobs/job.ts';

export const rankHashtagsJob = defineJob('rankHashtags', {
  pool: 'upkeep',
  queue: 'trending',
  attempts: 1,
  cron: '* * * * *',
});

export const fillPostingListsJob = defineJob('fillPostingLists', {
  pool: 'upkeep',
  queue: 'postingLists',
  attempts: 1,
  cron: '* * * * *',
});
