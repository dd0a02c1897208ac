import { defineJob } from '../../platform/jobs/job.ts';

export interface ResetRequest {
  email: string;
  /** The key of the network that sent the request. */
  network?: string;
  /** Whether the request came from a known device of the account. */
  isKnown?: boolean;
  /** Whether the mail does not count, because an admin asked for it, or it belongs to a link that works once. */
  isOwed?: boolean;
  /** Milliseconds since 1970. */
  askedAt?: number;
  /** The device and network address of the person who asked. Absent: the operator of the site asked. */
  client?: { device: string; address: string };
}

export const sendPasswordResetJob = defineJob<ResetRequest>('sendPasswordReset', { pool: 'mail' });
