import type { CallEnding } from '@roost/contract/calls';

/** The tab that takes part in a call for one side, with its session and the node to which it is connected. */
export interface CallTab {
  tab: string;
  sessionId: string;
  nodeId: string;
}

export type CallState =
  | { status: 'ringing'; callerId: string; calleeId: string; caller: CallTab }
  | { status: 'active'; callerId: string; calleeId: string; caller: CallTab; callee: CallTab }
  | { status: 'ended'; reason: CallEnding };

export type CallEvent =
  | { name: 'answered'; by: string; callTab: CallTab }
  /** The callee called the caller at the same time. The server treats that call as the answer. */
  | { name: 'crossed'; by: string; callTab: CallTab }
  | { name: 'rejected'; by: string; tab: string }
  | { name: 'hungUp'; by: string; tab: string }
  | { name: 'rangOut' }
  /** This person has no connected tab left. */
  | { name: 'unreachable'; by: string }
  /** This tab lost its connection. */
  | { name: 'lost'; by: string; tab: string }
  | { name: 'signedOut'; sessionIds: readonly string[] }
  | { name: 'blocked'; by: string }
  /** These nodes stopped, so their tabs lost their connections. */
  | { name: 'nodesStopped'; nodeIds: readonly string[] };

/** A message to tabs about a change of the call. The server sends the updates of one change in order. */
export type CallUpdate =
  | 'incoming to all callee tabs'
  | 'accepted to caller'
  | 'accepted to crossing callee'
  | 'no answer to caller'
  | 'offline to caller'
  | 'rejected to caller'
  | 'ended to caller'
  | 'ended to callee'
  | 'ended to other callee tabs'
  | 'ended to all callee tabs'
  | 'network lost to caller'
  | 'network lost to callee'
  /** Only the person who blocks learns that a block ended the call. */
  | 'block to caller'
  | 'block to callee';

/** A refusal changes nothing. It becomes the error for the person who asked. */
export type Move = { state: CallState; updates: CallUpdate[] } | { refused: 'no_call' | 'in_call' };

/**
 * The state machine of a call: ringing, active, ended. A pure function: it does not know the storage, the connections or
 * the time, so every node computes the same result.
 */
export function moveCall(state: CallState, event: CallEvent): Move {
  if (state.status === 'ringing') return moveRinging(state, event);
  return state.status === 'active' ? moveActive(state, event) : { refused: 'no_call' };
}

type Ringing = Extract<CallState, { status: 'ringing' }>;
type Active = Extract<CallState, { status: 'active' }>;

function moveRinging(call: Ringing, event: CallEvent): Move {
  const isCallerTab = (by: string, tab: string) => by === call.callerId && tab === call.caller.tab;
  switch (event.name) {
    case 'answered':
    case 'crossed':
      return event.by === call.calleeId ? answer(call, event) : { refused: 'no_call' };
    case 'rejected':
    case 'hungUp':
      // Clients may send either event. The side that sends it decides whether it rejects or cancels.
      if (event.by === call.calleeId)
        return end('rejected', 'ended to all callee tabs', 'rejected to caller');
      if (!isCallerTab(event.by, event.tab)) return { refused: 'in_call' };
      return end('cancelled', 'ended to all callee tabs');
    case 'rangOut':
      return end('unanswered', 'ended to all callee tabs', 'no answer to caller');
    case 'unreachable':
      if (event.by !== call.calleeId) return unchanged(call);
      return end('offline', 'ended to all callee tabs', 'offline to caller');
    case 'lost':
      // The call rings in all tabs of the callee, so only the loss of the last one counts ('unreachable').
      if (!isCallerTab(event.by, event.tab)) return unchanged(call);
      return end('cancelled', 'ended to all callee tabs');
    case 'signedOut':
      if (!event.sessionIds.includes(call.caller.sessionId)) return unchanged(call);
      return end('signed out', 'ended to all callee tabs', 'ended to caller');
    case 'nodesStopped':
      if (!event.nodeIds.includes(call.caller.nodeId)) return unchanged(call);
      return end('lost', 'ended to all callee tabs', 'ended to caller');
    case 'blocked':
      return end('blocked', 'ended to all callee tabs', 'rejected to caller');
    default:
      return event satisfies never;
  }
}

function answer(call: Ringing, event: Extract<CallEvent, { callTab: CallTab }>): Move {
  const updates: CallUpdate[] = ['ended to other callee tabs', 'accepted to caller'];
  if (event.name === 'crossed') updates.push('accepted to crossing callee');
  return { state: { ...call, status: 'active', callee: event.callTab }, updates };
}

function moveActive(call: Active, event: CallEvent): Move {
  switch (event.name) {
    case 'answered':
    case 'crossed':
      return { refused: 'no_call' };
    case 'rejected':
    case 'hungUp': {
      const side = sideOf(call, event.by, event.tab);
      // Another tab of this person, which stopped ringing. Its request came late.
      if (!side) return { refused: event.name === 'rejected' ? 'no_call' : 'in_call' };
      return end('hung up', `ended to ${side === 'caller' ? 'callee' : 'caller'}`);
    }
    case 'lost': {
      const side = sideOf(call, event.by, event.tab);
      return side ? lose(side) : unchanged(call);
    }
    case 'nodesStopped':
      if (event.nodeIds.includes(call.caller.nodeId)) return lose('caller');
      if (event.nodeIds.includes(call.callee.nodeId)) return lose('callee');
      return unchanged(call);
    case 'signedOut': {
      const sessions = [call.caller.sessionId, call.callee.sessionId];
      if (!sessions.some((id) => event.sessionIds.includes(id))) return unchanged(call);
      return end('signed out', 'ended to caller', 'ended to callee');
    }
    case 'blocked':
      return event.by === call.callerId
        ? end('blocked', 'block to caller', 'ended to callee')
        : end('blocked', 'ended to caller', 'block to callee');
    case 'rangOut':
    case 'unreachable':
      return unchanged(call);
    default:
      return event satisfies never;
  }
}

const unchanged = (state: CallState): Move => ({ state, updates: [] });

const end = (reason: CallEnding, ...updates: CallUpdate[]): Move => ({
  state: { status: 'ended', reason },
  updates,
});

/** Notifies the lost side as well, because it may reconnect and must not keep the call open. */
function lose(side: 'caller' | 'callee'): Move {
  const other = side === 'caller' ? 'callee' : 'caller';
  return end('lost', `network lost to ${other}`, `ended to ${other}`, `ended to ${side}`);
}

function sideOf(call: Active, userId: string, tab: string): 'caller' | 'callee' | undefined {
  if (userId === call.callerId && tab === call.caller.tab) return 'caller';
  if (userId === call.calleeId && tab === call.callee.tab) return 'callee';
  return undefined;
}
