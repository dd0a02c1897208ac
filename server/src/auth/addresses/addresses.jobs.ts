import { defineJob } from '../../platform/jobs/job.ts';

export const sendEmailLinkJob = defineJob<{ userId: string }>('sendEmailLink', { pool: 'mail' });

export interface TakenAddressTry {
  /** The owner of the address. */
  userId: string;
  /** The device and network address of the person who tried to use it. */
  client: { device: string; address: string };
  /** Milliseconds since 1970. */
  at: number;
}

export const sendTakenAddressMailJob = defineJob<TakenAddressTry>('sendTakenAddressMail', {
  pool: 'mail',
});
