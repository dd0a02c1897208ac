import { defineJob } from '../../platform/jobs/job.ts';

/** An admin decided about a registration. The account of a refused person is gone, so the job has what the mail needs. */
export interface RegistrationDecision {
  email: string;
  fullName: string;
  language: string;
  isApproved: boolean;
}

export const sendRegistrationMailJob = defineJob<RegistrationDecision>('sendRegistrationDecision', {
  pool: 'mail',
});
