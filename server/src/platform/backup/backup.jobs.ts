import { defineJob } from '../jobs/job.ts';

/** If no node ran at the scheduled time, the job waits for the next one. The alert RoostBackupOld reports an old backup. */
export const backupJob = defineJob('makeBackup', {
  pool: 'upkeep',
  attempts: 3,
  cron: ({ backup }) => backup?.schedule ?? undefined,
});
