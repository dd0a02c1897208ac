import { v7 as newId } from 'uuid';
import { AppError } from '@roost/contract/errors';
import type { ClientEvents } from '@roost/contract/events';
import type { Context } from '../kernel/context.ts';
import type { CallRecord } from '../platform/database/tables.ts';
import type { CallRooms, RoomRules } from '../platform/sockets/call-rooms.ts';
import type { HandlersOf, SocketContext } from '../platform/sockets/client-events.ts';
import type { FindTabs, PublishLocally, SocketData } from '../platform/sockets/publish.ts';
import { advanceCall } from './advance-call.ts';
import type { CallMoved } from './calls.events.ts';
import type { CallTab } from './call-machine.ts';
import { findEndedCall, findLiveCall } from './call.queries.ts';
import { ringUser } from './ring-user.ts';
import { roomRules } from './rooms/room-access.ts';
import { CallPublisher } from './updates/call-publisher.ts';
import { CallWatchdog } from './watchdog/call-watchdog.ts';

/** A tab in a call may be disconnected for this time. */
const RECONNECT_GRACE_MS = 5_000;
/** Both sides often hang up at once. The second hang-up succeeds within this time after the end. */
const ENDED_RECENTLY_SECONDS = 60;

interface CallTransport {
  publish: PublishLocally;
  findTabs: FindTabs;
  rooms: CallRooms;
}

type CallHandlers = Pick<
  HandlersOf<ClientEvents>,
  'callUser' | 'answerCall' | 'rejectCall' | 'hangUp'
>;
type Named = Parameters<ClientEvents['hangUp']>[0];

/** Handles the calls of the tabs on this node: requests, updates and lost connections. */
export class Calls {
  readonly roomRules: RoomRules;
  readonly handlers: CallHandlers;
  readonly #nodeId = newId();
  readonly #findTabs: FindTabs;
  readonly #publish: PublishLocally;
  readonly #publisher: CallPublisher;
  readonly #watchdog: CallWatchdog;

  constructor(
    ctx: Context,
    { publish, findTabs, rooms }: CallTransport,
    graceMs: number = RECONNECT_GRACE_MS,
  ) {
    this.#publish = publish;
    this.#findTabs = findTabs;
    this.#publisher = new CallPublisher(ctx, publish, rooms, this.#nodeId);
    this.#watchdog = new CallWatchdog(ctx, { findTabs, rooms }, this.#nodeId, graceMs);
    this.roomRules = roomRules(ctx, findTabs, this.#watchdog);
    this.handlers = {
      callUser: async (from, { targetUserId, media }) => this.#call(from, targetUserId, media),
      answerCall: async (from, { signal }) => {
        const event = {
          name: 'answered',
          by: from.viewer.id,
          callTab: this.#callTab(from),
        } as const;
        const call = await advanceCall(from, signal, event);
        return { signal: call.id };
      },
      rejectCall: async (from, named) => this.#end(from, named, 'rejected'),
      hangUp: async (from, named) => this.#end(from, named, 'hungUp'),
    };
  }

  async start(): Promise<void> {
    await this.#watchdog.start();
  }

  async close(): Promise<void> {
    await this.#watchdog.close();
    await this.#publisher.settled();
  }

  connected(to: SocketData): void {
    void this.#publisher.catchUp(to);
  }

  disconnected(from: SocketData, isForGood: boolean): void {
    this.#watchdog.disconnected(from, isForGood);
  }

  moved({ call, updates }: CallMoved): void {
    if (call.status === 'ringing') this.#watchdog.ringing(call);
    if (call.status === 'active') this.#watchdog.answered(call);
    void this.#publisher.publishUpdates(call, updates);
  }

  /** Another node changed a call. Tabs of this node may take part in it. */
  movedRemotely({ call, updates }: CallMoved): void {
    void this.#publisher.publishUpdates(call, updates);
  }

  sessionsEnded({ sessionIds }: { sessionIds: string[] }): void {
    if (sessionIds.length > 0) this.#watchdog.sessionsEnded(sessionIds);
  }

  #callTab({ viewer, tab }: SocketContext): CallTab {
    return { tab, sessionId: viewer.sessionId, nodeId: this.#nodeId };
  }

  async #call(from: SocketContext, targetUserId: string, media: CallRecord['media']) {
    try {
      await from.limiter.take('calls', from.viewer.id);
      const isReachable = (await this.#findTabs(targetUserId)).length > 0;
      const callTab = this.#callTab(from);
      const call = await ringUser(from, { targetUserId, media, callTab, isReachable });
      return { signal: call.id, isCaller: call.caller_id === from.viewer.id };
    } catch (error) {
      // Clients expect `callRejected` after the error (docs/product/calls.md).
      from.afterwards(() => void this.#refuse(from, targetUserId));
      throw error;
    }
  }

  async #refuse({ viewer, socketId }: SocketContext, to: string): Promise<void> {
    const isFor = (each: SocketData) => each.socketId === socketId;
    await this.#publish(viewer.id, 'callRejected', () => [{ to }], isFor);
  }

  /** Ends the viewer's call with the named person. Succeeds also if that call has just ended. */
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
      const ended = await findEndedCall(from, by, ENDED_RECENTLY_SECONDS);
      if (!isMeant(ended)) throw error;
      // The answer says that the call ended, so this tab must not hear older updates afterwards.
      this.#publisher.noteStatus(ended);
    }
  }
}
