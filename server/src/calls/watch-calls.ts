import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '@roost/contract/errors';
import type { Context } from '../context.ts';
import type { CallRecord } from '../db/tables.ts';
import type { CallRooms } from '../realtime/call-rooms.ts';
import type { FindTabs, SocketData } from '../realtime/publish.ts';
import { advanceCall } from './advance-call.ts';
import type { CallEvent } from './call-machine.ts';
import {
  beat,
  deleteNodes,
  findLiveCall,
  findStuck,
  listCallsOfNode,
  listCallsOfSessions,
} from './call.queries.ts';

/** Milliseconds between two signs of life, and looks for what others left behind. */
const TICK = 5_000;
/** Seconds without a sign of life after which a node counts as gone. */
const NODE_GONE_AFTER = 20;
/** Seconds more than a call rings, for whoever is to end it by a timer. */
const LATE = 5;
/** Milliseconds from the answer until both are in the call's room: somebody may be asked for their camera first. */
const JOIN_WITHIN = 60_000;
/** Milliseconds before what failed is tried again. */
const RETRY_AFTER = 1_000;

/**
 * Sees to it that no call outlives those in it: rings that nobody answers, tabs that vanish, sessions that end, nodes
 * that stop. What one process misses, the clock of any finds.
 */
export class CallWatch {
  readonly #ctx: Context;
  readonly #findTabs: FindTabs;
  readonly #isInRoom: (callId: string, userId: string) => Promise<boolean>;
  readonly #nodeId: string;
  readonly #grace: number;
  readonly #closing = new AbortController();
  #clock: NodeJS.Timeout | undefined;

  constructor(
    ctx: Context,
    { findTabs, rooms }: { findTabs: FindTabs; rooms: Pick<CallRooms, 'isIn'> },
    nodeId: string,
    grace: number,
  ) {
    this.#ctx = ctx;
    this.#findTabs = findTabs;
    this.#isInRoom = async (callId, userId) => rooms.isIn(callId, userId);
    this.#nodeId = nodeId;
    this.#grace = grace;
  }

  async start(): Promise<void> {
    await beat(this.#ctx, this.#nodeId);
    // With a database of our own nobody else can be at work: calls there are were of those before us.
    if (this.#ctx.config.databaseUrl === null) await deleteNodes(this.#ctx, { but: this.#nodeId });
    await this.#endStuck();
    this.#clock = setInterval(() => void this.#tick(), TICK);
    this.#clock.unref();
  }

  /** Ends the calls of this node's tabs, while these can still be told, where no other node could take them over. */
  async close(): Promise<void> {
    this.#closing.abort();
    clearInterval(this.#clock);
    // Their tabs come back to other nodes; the calls of those that don't are ended by these.
    if (!this.#ctx.nodes.isAlone) return;
    try {
      const event = { name: 'nodesStopped', nodeIds: [this.#nodeId] } as const;
      for (const id of await listCallsOfNode(this.#ctx, this.#nodeId)) await this.#end(id, event);
      await deleteNodes(this.#ctx, { only: this.#nodeId });
    } catch (error) {
      this.#ctx.log.warn({ err: error }, 'calls left for others to end');
    }
  }

  rings({ id }: CallRecord): void {
    this.#later(this.#ctx.config.callRingSeconds * 1_000, async () =>
      this.#end(id, { name: 'rangOut' }),
    );
  }

  /** Those who have answered, and asked, are to meet in its room before long. */
  answered(call: CallRecord): void {
    for (const userId of [call.caller_id, call.callee_id]) {
      const isAway = async () => !(await this.#isInRoom(call.id, userId));
      const tab = (userId === call.caller_id ? call.caller_tab : call.callee_tab) ?? '';
      this.#later(JOIN_WITHIN, async () => {
        if (!(await isAway())) return;
        this.#later(this.#grace, async () => {
          if (await isAway()) await this.#end(call.id, { name: 'lost', by: userId, tab });
        });
      });
    }
  }

  /** A socket has gone; its tab may come back, unless it said that it would not. */
  left({ viewer, tab }: SocketData, isForGood: boolean): void {
    this.#later(isForGood ? 0 : this.#grace, async () => {
      if ((await this.#findTabs(viewer.id)).some((each) => each.tab === tab)) return;
      const call = await findLiveCall(this.#ctx, viewer.id);
      const node = call?.caller_id === viewer.id ? call.caller_node : call?.callee_node;
      // It has come back to another node, which sees to it from now on.
      if (node && node !== this.#nodeId) return;
      if (call) await this.#end(call.id, { name: 'lost', by: viewer.id, tab });
    });
  }

  /** Somebody's place in the room of a call is empty; whoever comes back in time has not been away. */
  gone(callId: string, event: Extract<CallEvent, { tab: string }>): void {
    this.#later(this.#grace, async () => {
      if (!(await this.#isInRoom(callId, event.by))) await this.#end(callId, event);
    });
  }

  sessionsEnded(sessionIds: string[]): void {
    this.#later(0, async () => {
      for (const id of await listCallsOfSessions(this.#ctx, sessionIds))
        await this.#end(id, { name: 'signedOut', sessionIds });
    });
  }

  /** Until it is done, whatever the database does: nobody else may see to it. */
  #later(milliseconds: number, work: () => Promise<void>): void {
    const { signal } = this.#closing;
    const options = { ref: false, signal };
    void (async () => {
      for (let delay = milliseconds; ; delay = RETRY_AFTER) {
        if (delay > 0) await wait(delay, undefined, options);
        if (signal.aborted) return;
        try {
          return await work();
        } catch (error) {
          this.#ctx.log.warn({ err: error }, 'a call could not be ended; will be tried again');
        }
      }
    })().catch(() => {});
  }

  /** One that has ended otherwise is as well. */
  async #end(id: string, event: CallEvent): Promise<void> {
    try {
      await advanceCall(this.#ctx, id, event);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }

  async #tick(): Promise<void> {
    try {
      await beat(this.#ctx, this.#nodeId);
      await this.#endStuck();
    } catch (error) {
      this.#ctx.log.warn({ err: error }, 'calls could not be looked at');
    }
  }

  async #endStuck(): Promise<void> {
    const ringSeconds = this.#ctx.config.callRingSeconds + LATE;
    for (const { id, gone } of await findStuck(this.#ctx, ringSeconds, NODE_GONE_AFTER))
      await this.#end(
        id,
        gone.length > 0 ? { name: 'nodesStopped', nodeIds: gone } : { name: 'rangOut' },
      );
  }
}
