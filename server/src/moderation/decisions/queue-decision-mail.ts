import type { Context } from '../../kernel/context.ts';
import { sendNotice } from '../../notifications/notify.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { sendDecisionMailJob, type DecisionMailRequest } from '../moderation.jobs.ts';
import { findRecipient } from './recipient.queries.ts';

/** Tells the person whom a new decision concerns, by a notification and a mail. `endsEarlier`: it ends one that had an effect. */
export async function tellAuthor(
  tx: Context,
  { id, personId, endsEarlier }: { id: string; personId: string; endsEarlier: boolean },
): Promise<void> {
  // Nothing is stored for a person who was erased.
  if (!(await findRecipient(tx, personId))) return;
  await sendNotice(tx, { userId: personId, type: 'moderation', about: id });
  await queueDecisionMail(tx, id, { endsEarlier });
}

/** Mails the person whom a decision concerns what it says, that it was undone, or that it was upheld. */
export async function queueDecisionMail(
  tx: Context,
  decisionId: string,
  content: Omit<DecisionMailRequest, 'decisionId'>,
): Promise<void> {
  await addJob(tx, sendDecisionMailJob, { decisionId, ...content });
}
