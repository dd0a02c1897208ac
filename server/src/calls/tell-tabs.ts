import { errors } from '@roost/contract/errors';
import type { ServerEvents } from '@roost/contract/events';
import type { CallRecord } from '../db/tables.ts';
import type { Context } from '../context.ts';
import type { CallRooms } from '../realtime/call-rooms.ts';
import type { Publish, SocketData } from '../realtime/publish.ts';
import { Turns } from '../realtime/turns.ts';
import { viewUsers } from '../users/view-users.ts';
import type { CallNotice } from './call-machine.ts';
import { listRecentCalls, moveSeat } from './call.queries.ts';

const steps = { ringing: 0, active: 1, ended: 2 } as const;
/** Milliseconds for which what was told last of a call is remembered after its end. */
const REMEMBERED = 60_000;
/** Seconds after its end in which a tab that comes back is told of it. */
const TOLD_LATE = 60;

type EndedReason = Parameters<ServerEvents['callEnded']>[0]['reason'];

interface Told {
  /** How far the call has got, as far as is known. */
  step: number;
  /** Those of the callee's tabs that lost to another's answer have been told. */
  isAnswerTold: boolean;
  /** Sockets that have rung, and the tabs these are of. */
  rung: Set<string>;
  rungTabs: Set<string>;
}

/**
 * Tells tabs of calls. Whatever concerns one person is told in one order, and nothing of a call that is known to have gone
 * on since, though news of two commits can come in any order.
 */
export class CallTeller {
  readonly #ctx: Context;
  readonly #publish: Publish;
  readonly #rooms: Pick<CallRooms, 'tellLost' | 'close'>;
  readonly #nodeId: string;
  readonly #turns = new Turns();
  readonly #told = new Map<string, Told>();

  constructor(
    ctx: Context,
    publish: Publish,
    rooms: Pick<CallRooms, 'tellLost' | 'close'>,
    nodeId: string,
  ) {
    this.#ctx = ctx;
    this.#publish = publish;
    this.#rooms = rooms;
    this.#nodeId = nodeId;
  }

  async tell(call: CallRecord, notices: readonly CallNotice[]): Promise<void> {
    // At once, before its turn comes: whoever is just being told of less is told no more.
    const told = this.know(call);
    await this.#inTurn([call.caller_id, call.callee_id], async () => {
      if (this.#isPast(call)) return;
      for (const notice of notices) await this.#give(call, notice);
      // Its end overtook the answer, of which nothing is told any more: the others would ring on.
      if (call.status === 'ended' && call.callee_tab !== null && !told.isAnswerTold)
        await this.#give(call, 'ended to other callee tabs');
      if (call.status === 'active') told.isAnswerTold = true;
      if (call.status === 'ended') this.#rooms.close(call.id, [call.caller_id, call.callee_id]);
    });
  }

  /** A tab has connected: it rings along, or is told what became of its calls while it was away. */
  async welcome(to: SocketData): Promise<void> {
    await this.#inTurn([to.viewer.id], async () => {
      for (const call of await listRecentCalls(this.#ctx, to.viewer.id, TOLD_LATE))
        await this.#catchUp(call, to);
    });
  }

  async #catchUp(call: CallRecord, to: SocketData): Promise<void> {
    // It can be read before news of it comes.
    const { rungTabs } = this.know(call);
    const isOwnTab = (each: SocketData) => each.socketId === to.socketId;
    const side = sideOfTab(call, to);
    if (call.status === 'ended' || (call.status === 'active' && !side)) {
      // It may still be ringing, or think itself in the call.
      // And so may one that rang at another node: only that one knows. A tab that never heard of it makes nothing of it.
      if (side || rungTabs.has(to.tab) || !this.#ctx.nodes.isAlone)
        await this.#tellEnded(call, to.viewer.id, isOwnTab);
      return;
    }
    if (side && call[`${side}_node`] !== this.#nodeId)
      await moveSeat(this.#ctx, call.id, side, this.#nodeId);
    if (call.status === 'active' && side) await this.#tellAccepted(call, side, isOwnTab);
    else if (call.callee_id === to.viewer.id) await this.#ring(call, isOwnTab);
  }

  async settled(): Promise<void> {
    await this.#turns.settled();
  }

  async #inTurn(people: string[], work: () => Promise<void>): Promise<void> {
    try {
      await this.#turns.take(people, work);
    } catch (error) {
      this.#ctx.log.warn({ err: error }, 'tabs not told of a call');
    }
  }

  /** It has gone on since. */
  #isPast(call: CallRecord): boolean {
    return (this.#told.get(call.id)?.step ?? 0) > steps[call.status];
  }

  /** The call was read: it has got this far, whether or not news of it has come. Nothing earlier is told from now on. */
  know(call: CallRecord): Told {
    const told = this.#told.get(call.id) ?? {
      step: 0,
      isAnswerTold: false,
      rung: new Set(),
      rungTabs: new Set(),
    };
    told.step = Math.max(told.step, steps[call.status]);
    this.#told.set(call.id, told);
    if (call.status === 'ended') setTimeout(() => this.#told.delete(call.id), REMEMBERED).unref();
    return told;
  }

  async #give(call: CallRecord, notice: CallNotice): Promise<void> {
    const { caller_id: caller, callee_id: callee } = call;
    const isCallerTab = (to: SocketData) => to.tab === call.caller_tab;
    const isCalleeTab = (to: SocketData) => to.tab === call.callee_tab;
    switch (notice) {
      case 'incoming to all callee tabs':
        return this.#ring(call, () => true);
      case 'accepted to caller':
        return this.#tellAccepted(call, 'caller', isCallerTab);
      case 'accepted to crossing callee':
        return this.#tellAccepted(call, 'callee', isCalleeTab);
      case 'no answer to caller': {
        const refusal = { code: 'no_answer', message: errors.no_answer[1] };
        await this.#publish(caller, 'error', () => [refusal], isCallerTab);
        return this.#tellRejected(call, isCallerTab);
      }
      case 'rejected to caller':
        return this.#tellRejected(call, isCallerTab);
      case 'ended to caller':
        return this.#tellEnded(call, caller, isCallerTab);
      case 'ended to callee':
        return this.#tellEnded(call, callee, isCalleeTab);
      case 'ended to other callee tabs':
        return this.#tellEnded(call, callee, (to) => !isCalleeTab(to));
      case 'ended to all callee tabs':
        return this.#tellEnded(call, callee, () => true);
      case 'block to caller':
        return this.#tellEnded(call, caller, isCallerTab, 'blocked');
      case 'block to callee':
        return this.#tellEnded(call, callee, isCalleeTab, 'blocked');
      case 'network lost to caller':
        return this.#rooms.tellLost(call.id, caller);
      case 'network lost to callee':
        return this.#rooms.tellLost(call.id, callee);
    }
  }

  async #ring(call: CallRecord, isFor: (to: SocketData) => boolean): Promise<void> {
    const { id: signal, media, caller_id, callee_id } = call;
    const { rung, rungTabs } = this.know(call);
    const payload = async (to: SocketData) => {
      const [from] = await viewUsers({ ...this.#ctx, ...to }, [caller_id]);
      return from && !this.#isPast(call) ? ([{ from, signal, media }] satisfies [object]) : null;
    };
    await this.#publish(callee_id, 'incomingCall', payload, (to) => {
      if (!isFor(to) || rung.has(to.socketId)) return false;
      rung.add(to.socketId);
      rungTabs.add(to.tab);
      return true;
    });
  }

  async #tellAccepted(
    call: CallRecord,
    side: 'caller' | 'callee',
    isFor: (to: SocketData) => boolean,
  ): Promise<void> {
    const [told, other] =
      side === 'caller' ? [call.caller_id, call.callee_id] : [call.callee_id, call.caller_id];
    const payload = async (data: SocketData) => {
      const [to] = await viewUsers({ ...this.#ctx, ...data }, [other]);
      // Whoever has hung up meanwhile, and was answered, goes into no call any more.
      return to && !this.#isPast(call)
        ? ([{ signal: call.id, to, isCaller: side === 'caller' }] satisfies [object])
        : null;
    };
    await this.#publish(told, 'callAccepted', payload, isFor);
  }

  async #tellRejected(call: CallRecord, isFor: (to: SocketData) => boolean): Promise<void> {
    await this.#publish(call.caller_id, 'callRejected', () => [{ to: call.callee_id }], isFor);
  }

  async #tellEnded(
    call: CallRecord,
    userId: string,
    isFor: (to: SocketData) => boolean,
    reason: EndedReason = reasonFor(call),
  ): Promise<void> {
    await this.#publish(userId, 'callEnded', () => [{ signal: call.id, reason }], isFor);
  }
}

/** Nobody learns by it that they are blocked. */
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
