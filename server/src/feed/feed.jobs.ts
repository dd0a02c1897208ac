import { defineJob } from '../platform/jobs/job.ts';

export const rankPopularJob = defineJob('rankPopular', {
  pool: 'upkeep',
  queue: 'popular',
  attempts: 1,
  cron: '* * * * *',
});

export const retryFanOutsJob = defineJob('retryFanOuts', {
  pool: 'upkeep',
  queue: 'timelines',
  attempts: 1,
  cron: '* * * * *',
});
