import { AppError } from '@roost/contract/errors';
import type { AuditAction } from '@roost/contract/moderation';
import { clearReason, showPending } from '../../auth/registration/registration.queries.ts';
import type { Context } from '../../kernel/context.ts';
import type { Act } from '../as-admin.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { sendRegistrationMailJob } from './registration.jobs.ts';
import { deletePendingPerson, findAddress } from './pending-person.queries.ts';

/** Lets a person in who waits for approval, in this transaction. A mail tells the person. */
export async function approve(tx: Context, userId: string): Promise<Act> {
  await takePending(tx, userId);
  await clearReason(tx, userId);
  await tellDecision(tx, userId, true);
  return decided('user.approved', userId, 'active');
}

/**
 * Deletes the account of a person who waits for approval, in this transaction. Nobody has seen the account, so nothing of it
 * stays, and its name and address are free again. A mail tells the person.
 */
export async function refuse(tx: Context, userId: string): Promise<Act> {
  await takePending(tx, userId);
  await tellDecision(tx, userId, false);
  await deletePendingPerson(tx, userId);
  return decided('user.refused', userId, 'deleted');
}

function decided(action: AuditAction, personId: string, status: string): Act {
  const record = { action, personId, before: { status: 'pending' }, after: { status } };
  return { result: undefined, record };
}

async function takePending(tx: Context, userId: string): Promise<void> {
  if (!(await showPending(tx, userId)))
    throw new AppError('conflict', { message: 'This person does not wait for approval.' });
}

async function tellDecision(tx: Context, userId: string, isApproved: boolean): Promise<void> {
  const { email, full_name: fullName, language } = await findAddress(tx, userId);
  await addJob(tx, sendRegistrationMailJob, { email, fullName, language, isApproved });
}
