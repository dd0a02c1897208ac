import { AppError } from '@roost/contract/errors';
import type { Context } from '../../kernel/context.ts';
import { hashInviteCode } from './invite-codes.ts';
import {
  countInviteUse,
  findUsableInvite,
  hasAnybody,
  lockFirstRegistration,
} from './registration.queries.ts';

/** How a person comes in. */
export type Admission =
  | { way: 'open' | 'first' | 'approval' }
  | { way: 'invite'; codeHash: Buffer };

/**
 * Decides whether this person may register, before the costly hash of the password. The first account of a site and invites of
 * the operator work in every mode. Throws invite_required, invite_invalid or registration_closed.
 */
export async function findAdmission(ctx: Context, code: string | undefined): Promise<Admission> {
  const { registration } = await ctx.site.read();
  const codeHash = code ? hashInviteCode(code) : null;
  const invite = codeHash && (await findUsableInvite(ctx, codeHash));
  const isAccepted = invite && (registration !== 'closed' || invite.created_by === null);
  if (isAccepted) return { way: 'invite', codeHash };
  if (registration === 'open') return { way: 'open' };
  if (!(await hasAnybody(ctx))) return { way: 'first' };
  if (registration === 'closed') throw new AppError('registration_closed');
  if (codeHash) throw inviteInvalid();
  if (registration === 'invite') throw refusedInvite('invite_required');
  return { way: 'approval' };
}

/** Checks again in the transaction that creates the account, and counts the use of an invite. Returns the invite. */
export async function takeAdmission(tx: Context, admission: Admission) {
  if (admission.way === 'invite') {
    const invite = await countInviteUse(tx, admission.codeHash);
    if (!invite) throw inviteInvalid();
    return invite;
  }
  if (admission.way === 'first') {
    await lockFirstRegistration(tx);
    // Two people can have been the first at the same time. The second one asks again.
    if (await hasAnybody(tx)) throw new AppError('conflict');
  }
  return null;
}

const inviteInvalid = () => refusedInvite('invite_invalid');

function refusedInvite(code: 'invite_required' | 'invite_invalid'): AppError {
  const { message } = new AppError(code);
  return new AppError(code, { fields: [{ path: 'invite', message }] });
}
