import { v7 as newId } from 'uuid';
import { AppError } from '@roost/contract/errors';
import type { ClientEvents } from '@roost/contract/events';
import type { Context } from '../context.ts';
import type { CallRecord } from '../db/tables.ts';
import type { CallRooms, RoomRules } from '../realtime/call-rooms.ts';
import type { HandlersOf, SocketContext } from '../realtime/client-events.ts';
import type { FindTabs, Publish, SocketData } from '../realtime/publish.ts';
import { advanceCall } from './advance-call.ts';
import type { CallNotice, Seat } from './call-machine.ts';
import { findEndedCall, findLiveCall } from './call.queries.ts';
import { ringUser } from './ring-user.ts';
import { roomRules } from './room-rules.ts';
import { CallTeller } from './tell-tabs.ts';
import { CallWatch } from './watch-calls.ts';

/** Milliseconds a tab in a call may be away (contract §9). */
const GRACE = 5_000;
/** Seconds for which hanging up what has ended by itself is no mistake: both do so at once. */
const JUST_NOW = 60;

interface Wires {
  publish: Publish;
  findTabs: FindTabs;
  rooms: CallRooms;
}

type CallHandlers = Pick<
  HandlersOf<ClientEvents>,
  'callUser' | 'answerCall' | 'rejectCall' | 'hangUp'
>;
interface CallMoved {
  call: CallRecord;
  notices: CallNotice[];
}
type Named = Parameters<ClientEvents['hangUp']>[0];

/** The calls of this node's tabs: what they ask, what they are told, and what becomes of those who vanish. */
export class Calls {
  readonly roomRules: RoomRules;
  readonly handlers: CallHandlers;
  readonly #nodeId = newId();
  readonly #findTabs: FindTabs;
  readonly #publish: Publish;
  readonly #teller: CallTeller;
  readonly #watch: CallWatch;

  constructor(ctx: Context, { publish, findTabs, rooms }: Wires, grace: number = GRACE) {
    this.#publish = publish;
    this.#findTabs = findTabs;
    this.#teller = new CallTeller(ctx, publish, rooms, this.#nodeId);
    this.#watch = new CallWatch(ctx, { findTabs, rooms }, this.#nodeId, grace);
    this.roomRules = roomRules(ctx, findTabs, this.#watch);
    this.handlers = {
      callUser: async (from, { targetUserId, media }) => this.#call(from, targetUserId, media),
      answerCall: async (from, { signal }) => {
        const event = { name: 'answered', by: from.viewer.id, seat: this.#seat(from) } as const;
        const call = await advanceCall(from, signal, event);
        return { signal: call.id };
      },
      rejectCall: async (from, named) => this.#end(from, named, 'rejected'),
      hangUp: async (from, named) => this.#end(from, named, 'hungUp'),
    };
  }

  async start(): Promise<void> {
    await this.#watch.start();
  }

  async close(): Promise<void> {
    await this.#watch.close();
    await this.#teller.settled();
  }

  connected(to: SocketData): void {
    void this.#teller.welcome(to);
  }

  disconnected(from: SocketData, isForGood: boolean): void {
    this.#watch.left(from, isForGood);
  }

  moved({ call, notices }: CallMoved): void {
    if (call.status === 'ringing') this.#watch.rings(call);
    if (call.status === 'active') this.#watch.answered(call);
    void this.#teller.tell(call, notices);
  }

  /** Tabs of this node may be in it all the same. */
  movedElsewhere({ call, notices }: CallMoved): void {
    void this.#teller.tell(call, notices);
  }

  sessionsEnded({ sessionIds }: { sessionIds: string[] }): void {
    if (sessionIds.length > 0) this.#watch.sessionsEnded(sessionIds);
  }

  #seat({ viewer, tab }: SocketContext): Seat {
    return { tab, sessionId: viewer.sessionId, nodeId: this.#nodeId };
  }

  async #call(from: SocketContext, targetUserId: string, media: CallRecord['media']) {
    try {
      await from.limiter.take('calls', from.viewer.id);
      const isReachable = (await this.#findTabs(targetUserId)).length > 0;
      const seat = this.#seat(from);
      const call = await ringUser(from, { targetUserId, media, seat, isReachable });
      return { signal: call.id, isCaller: call.caller_id === from.viewer.id };
    } catch (error) {
      // After the error, as the contract has it.
      from.afterwards(() => void this.#refuse(from, targetUserId));
      throw error;
    }
  }

  async #refuse({ viewer, socketId }: SocketContext, to: string): Promise<void> {
    const isFor = (each: SocketData) => each.socketId === socketId;
    await this.#publish(viewer.id, 'callRejected', () => [{ to }], isFor);
  }

  /** Ends the own call with whoever is named; nothing happens where that has just ended. */
  async #end(from: SocketContext, { to, signal }: Named, name: 'rejected' | 'hungUp') {
    const { id: by } = from.viewer;
    const other = typeof to === 'string' ? to : to._id;
    const isMeant = (call: CallRecord | undefined): call is CallRecord =>
      call !== undefined &&
      [call.caller_id, call.callee_id].includes(other) &&
      other !== by &&
      (signal === undefined || signal === call.id);
    try {
      const live = await findLiveCall(from, by);
      if (!isMeant(live)) throw new AppError('no_call');
      await advanceCall(from, live.id, { name, by, tab: from.tab });
    } catch (error) {
      const isOver = error instanceof AppError && error.code === 'no_call';
      if (!isOver || isMeant(await findLiveCall(from, by))) throw error;
      const ended = await findEndedCall(from, by, JUST_NOW);
      if (!isMeant(ended)) throw error;
      // Whoever is answered that it is over hears nothing earlier of it.
      this.#teller.know(ended);
    }
  }
}
