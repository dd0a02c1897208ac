import { AppError } from '@roost/contract/errors';
import type { Context } from '../context.ts';
import type { RoomRules } from '../realtime/call-rooms.ts';
import type { FindTabs, SocketData } from '../realtime/publish.ts';
import { findLiveCall, giveScreenBack, takeScreen } from './call.queries.ts';
import type { CallWatch } from './watch-calls.ts';

/** Both ids sorted and joined (contract §9); each pair has one, whichever way it is written. */
const roomOf = (one: string, other: string) => [one, other].toSorted().join('_');

const stranger = () => new AppError('forbidden', { message: 'You have no call in this room.' });

/** Who may be in the room of a call, and what becomes of the call when they leave it. */
export function roomRules(ctx: Context, findTabs: FindTabs, watch: CallWatch): RoomRules {
  return {
    async findSeat(from: SocketData, roomId: string) {
      const { id } = from.viewer;
      const call = await findLiveCall(ctx, id);
      if (!call || roomOf(call.caller_id, call.callee_id) !== roomId) throw stranger();
      const isCaller = call.caller_id === id;
      const [tab, sessionId] = isCaller
        ? [call.caller_tab, call.caller_session]
        : [call.callee_tab, call.callee_session];
      // Nothing of the callee's goes anywhere before they have answered.
      if (tab === null || sessionId !== from.viewer.sessionId) throw stranger();
      // A program may connect by itself, and name no tab; but who is known as another tab is none of the call's.
      if (from.tab !== tab && (await findTabs(id)).some((each) => each.tab === from.tab))
        throw stranger();
      const otherId = isCaller ? call.callee_id : call.caller_id;
      return { seat: { callId: call.id, otherId, roomId, tab }, sharerId: call.sharer_id };
    },
    takeScreen: async (seat, userId) => {
      if (!(await takeScreen(ctx, seat.callId, userId))) throw new AppError('screen_taken');
    },
    giveScreenBack: async (seat, userId) => giveScreenBack(ctx, seat.callId, userId),
    left: ({ callId, tab }, userId) => watch.gone(callId, { name: 'hungUp', by: userId, tab }),
    lost: ({ callId, tab }, userId) => watch.gone(callId, { name: 'lost', by: userId, tab }),
  };
}
