import type { CallEnding } from '@roost/contract/calls';

/** One side's place in a call: the tab it is in, with its session, and the node that tab is connected to. */
export interface Seat {
  tab: string;
  sessionId: string;
  nodeId: string;
}

export type CallState =
  | { status: 'ringing'; callerId: string; calleeId: string; caller: Seat }
  | { status: 'active'; callerId: string; calleeId: string; caller: Seat; callee: Seat }
  | { status: 'ended'; reason: CallEnding };

export type CallEvent =
  | { name: 'answered'; by: string; seat: Seat }
  /** The callee's own call crossed this one: it is taken as the answer. */
  | { name: 'crossed'; by: string; seat: Seat }
  | { name: 'rejected'; by: string; tab: string }
  | { name: 'hungUp'; by: string; tab: string }
  | { name: 'rangOut' }
  /** This tab of theirs is connected no more. */
  | { name: 'lost'; by: string; tab: string }
  | { name: 'signedOut'; sessionIds: readonly string[] }
  | { name: 'blocked'; by: string }
  /** These nodes have stopped, and the tabs connected to them are gone. */
  | { name: 'nodesStopped'; nodeIds: readonly string[] };

/** What tabs are told of a move, in this order. */
export type CallNotice =
  | 'incoming to all callee tabs'
  | 'accepted to caller'
  | 'accepted to crossing callee'
  | 'no answer to caller'
  | 'rejected to caller'
  | 'ended to caller'
  | 'ended to callee'
  | 'ended to other callee tabs'
  | 'ended to all callee tabs'
  | 'network lost to caller'
  | 'network lost to callee'
  /** That it was a block is only told to whoever made it. */
  | 'block to caller'
  | 'block to callee';

/** A refusal changes nothing, and is told to whoever asked. */
export type Move = { state: CallState; notices: CallNotice[] } | { refused: 'no_call' | 'in_call' };

/**
 * The whole life of a call: ringing, active, ended, whoever does what (spec §4). Knows nothing of how it is kept, who
 * is connected or what a clock says, so it is the same for all nodes.
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
      if (event.by !== call.calleeId) return { refused: 'no_call' };
      return {
        state: { ...call, status: 'active', callee: event.seat },
        notices: [
          'ended to other callee tabs',
          'accepted to caller',
          ...(event.name === 'crossed' ? (['accepted to crossing callee'] as const) : []),
        ],
      };
    case 'rejected':
    case 'hungUp':
      // Either word from either side: what it means is plain.
      if (event.by === call.calleeId)
        return end('rejected', 'ended to all callee tabs', 'rejected to caller');
      if (!isCallerTab(event.by, event.tab)) return { refused: 'in_call' };
      return end('cancelled', 'ended to all callee tabs');
    case 'rangOut':
      return end('unanswered', 'ended to all callee tabs', 'no answer to caller');
    case 'lost':
      // The callee has time to come back to it until it has rung out.
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

function moveActive(call: Active, event: CallEvent): Move {
  switch (event.name) {
    case 'answered':
    case 'crossed':
      return { refused: 'no_call' };
    case 'rejected':
    case 'hungUp': {
      const side = sideOf(call, event.by, event.tab);
      // Another tab of theirs, that has fallen silent: late by a moment, or mistaken.
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
      return unchanged(call);
    default:
      return event satisfies never;
  }
}

const unchanged = (state: CallState): Move => ({ state, notices: [] });

const end = (reason: CallEnding, ...notices: CallNotice[]): Move => ({
  state: { status: 'ended', reason },
  notices,
});

/** The lost side is told, too: it may come back after all, and must not think that it goes on. */
function lose(side: 'caller' | 'callee'): Move {
  const other = side === 'caller' ? 'callee' : 'caller';
  return end('lost', `network lost to ${other}`, `ended to ${other}`, `ended to ${side}`);
}

export function sideOf(call: Active, userId: string, tab: string): 'caller' | 'callee' | undefined {
  if (userId === call.callerId && tab === call.caller.tab) return 'caller';
  if (userId === call.calleeId && tab === call.callee.tab) return 'callee';
  return undefined;
}
