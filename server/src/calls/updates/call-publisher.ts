import { errors } from '@roost/contract/errors';
import type { ServerEvents } from '@roost/contract/events';
import type { CallRecord } from '../../platform/database/tables.ts';
import type { Context } from '../../kernel/context.ts';
import type { CallRooms } from '../../platform/sockets/call-rooms.ts';
import type { PublishLocally, SocketData } from '../../platform/sockets/publish.ts';
import { KeyedMutex } from '../../lib/keyed-mutex.ts';
import { presentUsers } from '../../users/present-users.ts';
import type { CallUpdate } from '../call-machine.ts';
import { listRecentCalls, updateCallTabNode } from '../call.queries.ts';

const steps = { ringing: 0, active: 1, ended: 2 } as const;
/** The publisher keeps its state of a call for this time after the end. */
const STATE_RETENTION_MS = 60_000;
/** A tab that reconnects hears about calls that ended within this time. */
const CATCH_UP_SECONDS = 60;

type EndedReason = Parameters<ServerEvents['callEnded']>[0]['reason'];

/** The state of a call as far as this node has published it. */
interface PublishedState {
  /** The latest known step of the call. */
  step: number;
  /** The callee's other tabs have heard that one tab answered. */
  isAnswerPublished: boolean;
  /** The sockets that rang, and their tabs. */
  rungSockets: Set<string>;
  rungTabs: Set<string>;
}

/**
 * Publishes the updates of calls to tabs. Updates of one person go out in order. The events of two commits can arrive in any
 * order, so the publisher drops updates of a step that the call has already left.
 */
export class CallPublisher {
  readonly #ctx: Context;
  readonly #publish: PublishLocally;
  readonly #rooms: Pick<CallRooms, 'publishNetworkLost' | 'close'>;
  readonly #nodeId: string;
  readonly #mutex = new KeyedMutex();
  readonly #published = new Map<string, PublishedState>();

  constructor(
    ctx: Context,
    publish: PublishLocally,
    rooms: Pick<CallRooms, 'publishNetworkLost' | 'close'>,
    nodeId: string,
  ) {
    this.#ctx = ctx;
    this.#publish = publish;
    this.#rooms = rooms;
    this.#nodeId = nodeId;
  }

  async publishUpdates(call: CallRecord, updates: readonly CallUpdate[]): Promise<void> {
    // Before the wait for earlier updates, so updates of an earlier step stop at once.
    const published = this.noteStatus(call);
    await this.#inOrder([call.caller_id, call.callee_id], async () => {
      if (this.#isOutdated(call)) return;
      for (const update of updates) await this.#publishUpdate(call, update);
      // If the end came before the answer, the updates of the answer were dropped, and other tabs of the callee still ring.
      if (call.status === 'ended' && call.callee_tab !== null && !published.isAnswerPublished)
        await this.#publishUpdate(call, 'ended to other callee tabs');
      if (call.status === 'active') published.isAnswerPublished = true;
      if (call.status === 'ended') this.#rooms.close(call.id, [call.caller_id, call.callee_id]);
    });
  }

  /** Publishes the present state of recent calls to a tab that has connected. */
  async catchUp(to: SocketData): Promise<void> {
    await this.#inOrder([to.viewer.id], async () => {
      for (const call of await listRecentCalls(this.#ctx, to.viewer.id, CATCH_UP_SECONDS))
        await this.#catchUpWith(call, to);
    });
  }

  async #catchUpWith(call: CallRecord, to: SocketData): Promise<void> {
    // The database can show a step before its event arrives.
    const { rungTabs } = this.noteStatus(call);
    const isOwnTab = (each: SocketData) => each.socketId === to.socketId;
    const side = sideOfTab(call, to);
    if (call.status === 'ended' || (call.status === 'active' && !side)) {
      // The tab may still ring or show the call, also if it rang on another node. Other tabs ignore the update.
      if (side || rungTabs.has(to.tab) || !this.#ctx.cluster.isAlone)
        await this.#publishEnded(call, to.viewer.id, isOwnTab);
      return;
    }
    if (side && call[`${side}_node`] !== this.#nodeId)
      await updateCallTabNode(this.#ctx, call.id, side, this.#nodeId);
    if (call.status === 'active' && side) await this.#publishAccepted(call, side, isOwnTab);
    else if (call.callee_id === to.viewer.id) await this.#publishIncoming(call, isOwnTab);
  }

  async settled(): Promise<void> {
    await this.#mutex.settled();
  }

  async #inOrder(people: string[], work: () => Promise<void>): Promise<void> {
    try {
      await this.#mutex.run(people, work);
    } catch (error) {
      this.#ctx.log.warn({ err: error }, 'call updates not published');
    }
  }

  /** The call has left this step since. */
  #isOutdated(call: CallRecord): boolean {
    return (this.#published.get(call.id)?.step ?? 0) > steps[call.status];
  }

  /** Notes the step of a call that was just read. From now on the publisher drops updates of earlier steps. */
  noteStatus(call: CallRecord): PublishedState {
    const published = this.#published.get(call.id) ?? {
      step: 0,
      isAnswerPublished: false,
      rungSockets: new Set(),
      rungTabs: new Set(),
    };
    published.step = Math.max(published.step, steps[call.status]);
    this.#published.set(call.id, published);
    if (call.status === 'ended')
      setTimeout(() => this.#published.delete(call.id), STATE_RETENTION_MS).unref();
    return published;
  }

  async #publishUpdate(call: CallRecord, update: CallUpdate): Promise<void> {
    const { caller_id: caller, callee_id: callee } = call;
    const isCallerTab = (to: SocketData) => to.tab === call.caller_tab;
    const isCalleeTab = (to: SocketData) => to.tab === call.callee_tab;
    switch (update) {
      case 'incoming to all callee tabs':
        return this.#publishIncoming(call, () => true);
      case 'accepted to caller':
        return this.#publishAccepted(call, 'caller', isCallerTab);
      case 'accepted to crossing callee':
        return this.#publishAccepted(call, 'callee', isCalleeTab);
      case 'no answer to caller':
        return this.#publishRefused(call, 'no_answer', isCallerTab);
      case 'offline to caller':
        return this.#publishRefused(call, 'user_offline', isCallerTab);
      case 'rejected to caller':
        return this.#publishRejected(call, isCallerTab);
      case 'ended to caller':
        return this.#publishEnded(call, caller, isCallerTab);
      case 'ended to callee':
        return this.#publishEnded(call, callee, isCalleeTab);
      case 'ended to other callee tabs':
        return this.#publishEnded(call, callee, (to) => !isCalleeTab(to));
      case 'ended to all callee tabs':
        return this.#publishEnded(call, callee, () => true);
      case 'block to caller':
        return this.#publishEnded(call, caller, isCallerTab, 'blocked');
      case 'block to callee':
        return this.#publishEnded(call, callee, isCalleeTab, 'blocked');
      case 'network lost to caller':
        return this.#rooms.publishNetworkLost(call.id, caller);
      case 'network lost to callee':
        return this.#rooms.publishNetworkLost(call.id, callee);
    }
  }

  async #publishIncoming(call: CallRecord, isFor: (to: SocketData) => boolean): Promise<void> {
    const { id: signal, media, caller_id, callee_id } = call;
    const { rungSockets, rungTabs } = this.noteStatus(call);
    const payload = async (to: SocketData) => {
      const [from] = await presentUsers({ ...this.#ctx, ...to }, [caller_id]);
      return from && !this.#isOutdated(call)
        ? ([{ from, signal, media }] satisfies [object])
        : null;
    };
    await this.#publish(callee_id, 'incomingCall', payload, (to) => {
      if (!isFor(to) || rungSockets.has(to.socketId)) return false;
      rungSockets.add(to.socketId);
      rungTabs.add(to.tab);
      return true;
    });
  }

  async #publishAccepted(
    call: CallRecord,
    side: 'caller' | 'callee',
    isFor: (to: SocketData) => boolean,
  ): Promise<void> {
    const [receiverId, otherId] =
      side === 'caller' ? [call.caller_id, call.callee_id] : [call.callee_id, call.caller_id];
    const payload = async (data: SocketData) => {
      const [to] = await presentUsers({ ...this.#ctx, ...data }, [otherId]);
      // The receiver may have hung up during the read. They must not enter the call any more.
      return to && !this.#isOutdated(call)
        ? ([{ signal: call.id, to, isCaller: side === 'caller' }] satisfies [object])
        : null;
    };
    await this.#publish(receiverId, 'callAccepted', payload, isFor);
  }

  /** Sends the error first and then `callRejected` (docs/product/calls.md). */
  async #publishRefused(
    call: CallRecord,
    code: 'no_answer' | 'user_offline',
    isFor: (to: SocketData) => boolean,
  ): Promise<void> {
    const refusal = { code, message: errors[code][1] };
    await this.#publish(call.caller_id, 'error', () => [refusal], isFor);
    await this.#publishRejected(call, isFor);
  }

  async #publishRejected(call: CallRecord, isFor: (to: SocketData) => boolean): Promise<void> {
    await this.#publish(call.caller_id, 'callRejected', () => [{ to: call.callee_id }], isFor);
  }

  async #publishEnded(
    call: CallRecord,
    userId: string,
    isFor: (to: SocketData) => boolean,
    reason: EndedReason = reasonFor(call),
  ): Promise<void> {
    await this.#publish(userId, 'callEnded', () => [{ signal: call.id, reason }], isFor);
  }
}

/** The reason that a tab receives. It hides a block from the blocked person. */
function reasonFor({ status, reason, callee_tab }: CallRecord): EndedReason {
  if (status !== 'ended') return 'answered elsewhere';
  if (reason === 'blocked') return callee_tab === null ? 'cancelled' : 'hung up';
  return reason ?? 'lost';
}

function sideOfTab(call: CallRecord, { viewer, tab }: SocketData): 'caller' | 'callee' | null {
  if (call.caller_id === viewer.id && call.caller_tab === tab) return 'caller';
  if (call.callee_id === viewer.id && call.callee_tab === tab) return 'callee';
  return null;
}
