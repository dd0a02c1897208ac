import { AppError, type ErrorCode } from '@roost/contract/errors';
import type { CallMedia } from '@roost/contract/calls';
import { v7 as newId } from 'uuid';
import type { MemberContext } from '../context.ts';
import type { CallRecord } from '../db/tables.ts';
import { emit, transaction } from '../db/transaction.ts';
import { canCall } from '../users/contact.ts';
import { lockPair } from '../users/user.queries.ts';
import { loadPeople } from '../users/view-users.ts';
import { addLineFor, advanceLocked } from './advance-call.ts';
import type { Seat } from './call-machine.ts';
import { findEndedCall, insertCall, lockLiveCalls } from './call.queries.ts';

/** Seconds after a call's end in which neither of its two can place another (spec §4). */
const COOL_DOWN = 2;
/** Seconds of it that are let off: who is called counts from their press, and the end is kept a moment later. */
const LET_OFF = 0.2;

interface Ring {
  targetUserId: string;
  media: CallMedia;
  seat: Seat;
  /** Whether the one called has a socket, anywhere. */
  isReachable: boolean;
}

/**
 * Rings somebody. A call of theirs to the caller that rings at this moment is answered by it: so two who call each
 * other at once are in one call, whoever was first. Throws where it can't be placed; one that finds the callee away or
 * in another call was missed all the same.
 */
export async function ringUser(ctx: MemberContext, ring: Ring): Promise<CallRecord> {
  const { id: me } = ctx.viewer;
  if (ring.targetUserId === me)
    throw new AppError('self_action', { message: "You can't call yourself." });
  const placed = await transaction(ctx, async (tx) => place(tx, ring));
  if (placed.missed) throw new AppError(placed.missed);
  return placed.call;
}

interface Placed {
  call: CallRecord;
  missed?: ErrorCode;
}

/**
 * Locks what stands between the two first, as whatever changes that does: so all that concerns either comes one
 * after the other, a block among it.
 */
async function place(tx: MemberContext, ring: Ring): Promise<Placed> {
  const { targetUserId: other, media, seat } = ring;
  const { id: me } = tx.viewer;
  if (!(await lockPair(tx, me, other)))
    throw new AppError('not_found', { message: 'User not found.' });
  const live = await lockLiveCalls(tx, [me, other]);
  const own = live.find((call) => call.caller_id === me || call.callee_id === me);
  if (own?.status === 'ringing' && own.caller_id === other)
    return { call: await advanceLocked(tx, own, { name: 'crossed', by: me, seat }) };
  // Asked twice by one tab: it is the same call.
  if (own?.status === 'ringing' && own.callee_id === other && own.caller_tab === seat.tab)
    return { call: own };
  if (own) throw new AppError('in_call');
  await assertMayCall(tx, other);
  if (await findEndedCall(tx, me, COOL_DOWN - LET_OFF))
    throw new AppError('call_cooldown', { retryAfter: COOL_DOWN });
  const call = { id: newId(), callerId: me, calleeId: other, media, seat };
  if (live.length > 0) return miss(tx, { ...call, reason: 'busy' }, 'user_busy');
  if (!ring.isReachable) return miss(tx, { ...call, reason: 'offline' }, 'user_offline');
  const placed = await insertCall(tx, call);
  emit(tx, { name: 'callMoved', call: placed, notices: ['incoming to all callee tabs'] });
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
  await addLineFor(tx, call);
  return { call, missed };
}
