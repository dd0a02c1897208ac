import { defineJob } from '../jobs/job.ts';

/** A missed night is not made up for. The next one, and the alert of the age, come soon enough. */
export const backupJob = defineJob('makeBackup', {
  pool: 'upkeep',
  attempts: 3,
  cron: ({ backup }) => backup?.schedule ?? undefined,
});
