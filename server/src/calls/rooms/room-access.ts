import { AppError } from '@roost/contract/errors';
import type { Context } from '../../kernel/context.ts';
import type { RoomRules } from '../../platform/sockets/call-rooms.ts';
import type { FindTabs, SocketData } from '../../platform/sockets/publish.ts';
import { clearScreenSharer, findLiveCall, setScreenSharer } from '../call.queries.ts';
import type { CallWatchdog } from '../watchdog/call-watchdog.ts';

/** The room of a pair: both ids, sorted and joined. */
const roomOf = (one: string, other: string) => [one, other].toSorted().join('_');

const notInCall = () => new AppError('forbidden', { message: 'You have no call in this room.' });

/** Decides who may enter the room of a call, and ends the call when a participant leaves the room. */
export function roomRules(ctx: Context, findTabs: FindTabs, watchdog: CallWatchdog): RoomRules {
  return {
    async findSeat(from: SocketData, roomId: string) {
      const { id } = from.viewer;
      const call = await findLiveCall(ctx, id);
      if (!call || roomOf(call.caller_id, call.callee_id) !== roomId) throw notInCall();
      const isCaller = call.caller_id === id;
      const [tab, sessionId] = isCaller
        ? [call.caller_tab, call.caller_session]
        : [call.callee_tab, call.callee_session];
      // The callee cannot enter before they answer.
      if (tab === null || sessionId !== from.viewer.sessionId) throw notInCall();
      // A client without a tab name may enter. A socket of another known tab may not.
      if (from.tab !== tab && (await findTabs(id)).some((each) => each.tab === from.tab))
        throw notInCall();
      const otherId = isCaller ? call.callee_id : call.caller_id;
      return { seat: { callId: call.id, otherId, roomId, tab }, sharerId: call.sharer_id };
    },
    takeScreen: async (seat, userId) => {
      if (!(await setScreenSharer(ctx, seat.callId, userId))) throw new AppError('screen_taken');
    },
    giveScreenBack: async (seat, userId) => clearScreenSharer(ctx, seat.callId, userId),
    left: ({ callId, tab }, userId) =>
      watchdog.leftRoom(callId, { name: 'hungUp', by: userId, tab }),
    lost: ({ callId, tab }, userId) => watchdog.leftRoom(callId, { name: 'lost', by: userId, tab }),
  };
}
