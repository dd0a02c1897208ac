import { AppError, type ErrorCode } from '@roost/contract/errors';
import type { CallMedia } from '@roost/contract/calls';
import { v7 as newId } from 'uuid';
import { assertEmailVerified } from '../auth/addresses/assert-email-verified.ts';
import type { MemberContext } from '../kernel/context.ts';
import type { CallRecord } from '../platform/database/tables.ts';
import { emit, transaction } from '../platform/database/transaction.ts';
import { canCall } from '../users/contact.ts';
import { lockPair } from '../users/user.queries.ts';
import { loadPeople } from '../users/present-users.ts';
import { addCallMessageFor, advanceLocked } from './advance-call.ts';
import type { CallTab } from './call-machine.ts';
import { findEndedCall, insertCall, lockLiveCalls } from './call.queries.ts';
import { callChanged } from './calls.events.ts';

/** After a call, neither participant can place another call for this many seconds. */
const COOL_DOWN_SECONDS = 2;
/** Clients count from the press of the button. The server stores the end a moment later, and allows for this difference. */
const COOL_DOWN_TOLERANCE_SECONDS = 0.2;

interface Ring {
  targetUserId: string;
  media: CallMedia;
  callTab: CallTab;
  /** Whether the callee has a socket on any node. */
  isReachable: boolean;
}

/**
 * Calls a person. If that person's call to the viewer rings at the same time, this call answers it, so both meet in one
 * call. Throws an error if the call cannot be placed. If the callee is offline or busy, the call still counts as missed.
 */
export async function ringUser(ctx: MemberContext, ring: Ring): Promise<CallRecord> {
  await assertEmailVerified(ctx);
  const { id: me } = ctx.viewer;
  if (ring.targetUserId === me)
    throw new AppError('self_action', { message: 'You can’t call yourself.' });
  const placed = await transaction(ctx, async (tx) => place(tx, ring));
  if (placed.missed) throw new AppError(placed.missed);
  return placed.call;
}

interface Placed {
  call: CallRecord;
  missed?: ErrorCode;
}

/** Places a call under the lock of the pair's relationship. Calls, follows and blocks of one person then run in sequence. */
async function place(tx: MemberContext, ring: Ring): Promise<Placed> {
  const { targetUserId: other, media, callTab } = ring;
  const { id: me } = tx.viewer;
  if (!(await lockPair(tx, me, other)))
    throw new AppError('not_found', { message: 'User not found.' });
  const live = await lockLiveCalls(tx, [me, other]);
  const own = live.find((call) => call.caller_id === me || call.callee_id === me);
  if (own?.status === 'ringing' && own.caller_id === other)
    return { call: await advanceLocked(tx, own, { name: 'crossed', by: me, callTab }) };
  // A repeated request of the same tab returns the same call.
  if (own?.status === 'ringing' && own.callee_id === other && own.caller_tab === callTab.tab)
    return { call: own };
  if (own) throw new AppError('in_call');
  await assertMayCall(tx, other);
  if (await findEndedCall(tx, me, COOL_DOWN_SECONDS - COOL_DOWN_TOLERANCE_SECONDS))
    throw new AppError('call_cooldown', { retryAfter: COOL_DOWN_SECONDS });
  const call = { id: newId(), callerId: me, calleeId: other, media, callTab };
  if (live.length > 0) return miss(tx, { ...call, reason: 'busy' }, 'user_busy');
  if (!ring.isReachable) return miss(tx, { ...call, reason: 'offline' }, 'user_offline');
  const placed = await insertCall(tx, call);
  emit(tx, callChanged, { call: placed, updates: ['incoming to all callee tabs'] });
  return { call: placed };
}

async function assertMayCall(tx: MemberContext, otherId: string): Promise<void> {
  const person = (await loadPeople(tx, [otherId])).get(otherId);
  if (!person || !canCall(tx.viewer.id, person))
    throw new AppError('forbidden', { message: "This user doesn't accept calls from you." });
}

async function miss(
  tx: MemberContext,
  ended: Parameters<typeof insertCall>[1],
  missed: ErrorCode,
): Promise<Placed> {
  const call = await insertCall(tx, ended);
  await addCallMessageFor(tx, call);
  return { call, missed };
}
