import type { Context } from '../../kernel/context.ts';
import { wallClock } from '../../lib/wall-clock.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { sendEmailLinkJob } from './addresses.jobs.ts';
import { upsertEmailLink } from './email-link.queries.ts';

const HOUR_MS = 3_600_000;

/** Mails a link to an address, which the account gets or confirms when the link is used. */
export async function askToVerify(tx: Context, userId: string, email: string): Promise<void> {
  const expiresAt = new Date(wallClock() + tx.config.emailLinkHours * HOUR_MS);
  await upsertEmailLink(tx, userId, email, expiresAt);
  await addJob(tx, sendEmailLinkJob, { userId });
}
