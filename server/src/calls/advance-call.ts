import { AppError } from '@roost/contract/errors';
import type { CallEnding } from '@roost/contract/calls';
import type { CallSummary } from '@roost/contract/chat';
import { addCallMessage } from '../chat/messages/add-call-message.ts';
import type { Context } from '../kernel/context.ts';
import type { CallRecord } from '../platform/database/tables.ts';
import { emit, transaction } from '../platform/database/transaction.ts';
import { moveCall, type CallEvent, type CallState } from './call-machine.ts';
import { lockCall, setActive, setEnded } from './call.queries.ts';
import { callChanged } from './calls.events.ts';

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

/** Applies an event to a call. Returns the new state of the call. Throws `no_call` or `in_call` if the event is not allowed. */
export async function advanceCall(ctx: Context, id: string, event: CallEvent): Promise<CallRecord> {
  return transaction(ctx, async (tx) => {
    const call = await lockCall(tx, id);
    if (!call) throw new AppError('no_call');
    return advanceLocked(tx, call, event);
  });
}

/** Applies an event to a locked call. All code locks calls before conversations, to avoid deadlocks. */
export async function advanceLocked(
  tx: Context,
  before: CallRecord,
  event: CallEvent,
): Promise<CallRecord> {
  const move = moveCall(stateOf(before), event);
  if ('refused' in move) throw new AppError(move.refused);
  const { state, updates } = move;
  if (state.status === before.status) return before;
  let call = before;
  if (state.status === 'active') call = await setActive(tx, before.id, state.callee);
  if (state.status === 'ended') {
    call = await setEnded(tx, before.id, state.reason);
    await addCallMessageFor(tx, call);
  }
  emit(tx, callChanged, { call, updates });
  return call;
}

/** Adds the call message of an ended call to the conversation. */
export async function addCallMessageFor(tx: Context, call: CallRecord): Promise<void> {
  const pair = { callerId: call.caller_id, calleeId: call.callee_id };
  await addCallMessage(tx, pair, summaryOf(call));
}

function summaryOf({ media, reason, answered_at, ended_at }: CallRecord): CallSummary {
  if (!answered_at || !ended_at)
    return { media, outcome: isDeclined(reason) ? 'declined' : 'missed', seconds: null };
  const seconds = Math.round((ended_at.getTime() - answered_at.getTime()) / 1_000);
  return { media, outcome: 'answered', seconds: Math.max(0, seconds) };
}

/** The callee rejected the call or blocked the caller, so the message must not count as missed. */
const isDeclined = (reason: CallEnding | null) => reason === 'rejected' || reason === 'blocked';
