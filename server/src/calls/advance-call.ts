import { AppError } from '@roost/contract/errors';
import type { CallEnding } from '@roost/contract/calls';
import type { CallLine } from '@roost/contract/chat';
import { addCallLine } from '../chat/messages/add-call-line.ts';
import type { Context } from '../context.ts';
import type { CallRecord } from '../db/tables.ts';
import { emit, transaction } from '../db/transaction.ts';
import { moveCall, type CallEvent, type CallState } from './call-machine.ts';
import { lockCall, setActive, setEnded } from './call.queries.ts';

export function stateOf(call: CallRecord): CallState {
  if (call.status === 'ended') return { status: 'ended', reason: call.reason ?? 'lost' };
  const caller = {
    tab: call.caller_tab,
    sessionId: call.caller_session,
    nodeId: call.caller_node,
  };
  const pair = { callerId: call.caller_id, calleeId: call.callee_id, caller };
  const { callee_tab: tab, callee_session: sessionId, callee_node: nodeId } = call;
  return tab === null || sessionId === null || nodeId === null
    ? { status: 'ringing', ...pair }
    : { status: 'active', ...pair, callee: { tab, sessionId, nodeId } };
}

/** Something happens to a call, whoever sees it. Gives the call as it is now; throws where that can't be. */
export async function advanceCall(ctx: Context, id: string, event: CallEvent): Promise<CallRecord> {
  return transaction(ctx, async (tx) => {
    const call = await lockCall(tx, id);
    if (!call) throw new AppError('no_call');
    return advanceLocked(tx, call, event);
  });
}

/** The same for a call that is locked. Chats are touched after calls, everywhere. */
export async function advanceLocked(
  tx: Context,
  before: CallRecord,
  event: CallEvent,
): Promise<CallRecord> {
  const move = moveCall(stateOf(before), event);
  if ('refused' in move) throw new AppError(move.refused);
  const { state, notices } = move;
  if (state.status === before.status) return before;
  let call = before;
  if (state.status === 'active') call = await setActive(tx, before.id, state.callee);
  if (state.status === 'ended') {
    call = await setEnded(tx, before.id, state.reason);
    await addLineFor(tx, call);
  }
  emit(tx, { name: 'callMoved', call, notices });
  return call;
}

/** What stays of a call that has ended. */
export async function addLineFor(tx: Context, call: CallRecord): Promise<void> {
  const pair = { callerId: call.caller_id, calleeId: call.callee_id };
  await addCallLine(tx, pair, lineFor(call));
}

function lineFor({ media, reason, answered_at, ended_at }: CallRecord): CallLine {
  if (!answered_at || !ended_at)
    return { media, outcome: isDeclined(reason) ? 'declined' : 'missed', seconds: null };
  const seconds = Math.round((ended_at.getTime() - answered_at.getTime()) / 1_000);
  return { media, outcome: 'answered', seconds: Math.max(0, seconds) };
}

/** The callee has seen it, and said no: that is nothing to be told of again. */
const isDeclined = (reason: CallEnding | null) => reason === 'rejected' || reason === 'blocked';
