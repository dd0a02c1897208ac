import type { Context } from '../../kernel/context.ts';
import { sendNotice } from '../../notifications/notify.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { sendDecisionMailJob } from '../moderation.jobs.ts';
import { findRecipient } from './recipient.queries.ts';

/** The content of a later mail about a decision: a message of its own, and whether an appeal was in vain. */
export interface LaterMail {
  message?: string;
  isUpheld?: boolean;
}

/** Tells the person whom a new decision concerns, by a notification and a mail. */
export async function tellAuthor(
  tx: Context,
  { id, personId }: { id: string; personId: string },
): Promise<void> {
  // Nothing is stored for a person who was erased.
  if (!(await findRecipient(tx, personId))) return;
  await sendNotice(tx, { userId: personId, type: 'moderation', about: id });
  await queueDecisionMail(tx, id);
}

/** Mails the person whom a decision concerns what it says, that it was undone, or that it was upheld. */
export async function queueDecisionMail(
  tx: Context,
  decisionId: string,
  later: LaterMail = {},
): Promise<void> {
  await addJob(tx, sendDecisionMailJob, { decisionId, ...later });
}
