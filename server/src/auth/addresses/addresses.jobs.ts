import { defineJob } from '../../platform/jobs/job.ts';

export const sendEmailLinkJob = defineJob<{ userId: string }>('sendEmailLink', { pool: 'mail' });

export const sendTakenAddressMailJob = defineJob<{ userId: string }>('sendTakenAddressMail', {
  pool: 'mail',
});
