import { defineJob } from '../../platform/jobs/job.ts';

export const sendNoticeJob = defineJob<{ userId: string; noticeId: string }>('sendNotice', {
  pool: 'mail',
});
