import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '@roost/contract/errors';
import type { Context } from '../../kernel/context.ts';
import { inBackground } from '../../platform/database/in-background.ts';
import type { CallRecord } from '../../platform/database/tables.ts';
import type { CallRooms } from '../../platform/sockets/call-rooms.ts';
import type { FindTabs, SocketData } from '../../platform/sockets/publish.ts';
import { advanceCall } from '../advance-call.ts';
import type { CallEvent } from '../call-machine.ts';
import { findLiveCall } from '../call.queries.ts';
import {
  deleteNodes,
  findAbandonedCalls,
  listCallsOfNode,
  listCallsOfSessions,
  recordHeartbeat,
} from './abandoned-call.queries.ts';

/** The interval of heartbeats, and of the search for abandoned calls. */
const HEARTBEAT_INTERVAL_MS = 5_000;
/** A node without a heartbeat for this time counts as stopped. */
const NODE_TIMEOUT_SECONDS = 20;
/** The search for abandoned calls waits this much longer than the ring timer of the caller's node. */
const RING_TIMEOUT_MARGIN_SECONDS = 5;
/** Both sides must enter the room within this time after the answer. The browser may ask for the camera first. */
const JOIN_TIMEOUT_MS = 60_000;
/** The delay before the next attempt after a failure. */
const RETRY_DELAY_MS = 1_000;

/**
 * Ends calls that nobody else ends: unanswered calls, lost tabs, ended sessions and stopped nodes. Timers of one process
 * can be lost, so every process also searches for abandoned calls at an interval.
 */
export class CallWatchdog {
  readonly #ctx: Context;
  readonly #findTabs: FindTabs;
  readonly #isInRoom: (callId: string, userId: string) => Promise<boolean>;
  readonly #nodeId: string;
  readonly #graceMs: number;
  readonly #closing = new AbortController();
  #heartbeatTimer: NodeJS.Timeout | undefined;

  constructor(
    ctx: Context,
    { findTabs, rooms }: { findTabs: FindTabs; rooms: Pick<CallRooms, 'isIn'> },
    nodeId: string,
    graceMs: number,
  ) {
    this.#ctx = ctx;
    this.#findTabs = findTabs;
    this.#isInRoom = async (callId, userId) => rooms.isIn(callId, userId);
    this.#nodeId = nodeId;
    this.#graceMs = graceMs;
  }

  async start(): Promise<void> {
    await recordHeartbeat(inBackground(this.#ctx), this.#nodeId);
    // The embedded database serves one process. So all stored calls belong to a former process.
    if (this.#ctx.config.databaseUrl === null) await deleteNodes(this.#ctx, { but: this.#nodeId });
    await this.#endAbandoned();
    this.#heartbeatTimer = setInterval(() => void this.#tick(), HEARTBEAT_INTERVAL_MS);
    this.#heartbeatTimer.unref();
  }

  /** Ends the calls of this node if it is the only node. Runs before the sockets close, so the tabs receive the updates. */
  async close(): Promise<void> {
    this.#closing.abort();
    clearInterval(this.#heartbeatTimer);
    // The tabs reconnect to other nodes, and these nodes end the calls of tabs that do not reconnect.
    if (!this.#ctx.cluster.isAlone) return;
    try {
      const event = { name: 'nodesStopped', nodeIds: [this.#nodeId] } as const;
      for (const id of await listCallsOfNode(this.#ctx, this.#nodeId)) await this.#end(id, event);
      await deleteNodes(this.#ctx, { only: this.#nodeId });
    } catch (error) {
      this.#ctx.log.warn({ err: error }, 'calls not ended at shutdown');
    }
  }

  ringing({ id, callee_id: calleeId }: CallRecord): void {
    this.#later(this.#ctx.config.callRingSeconds * 1_000, async () =>
      this.#end(id, { name: 'rangOut' }),
    );
    // The callee's last tab may have disconnected between the check and the insert.
    this.#later(this.#graceMs, async () => {
      if ((await this.#findTabs(calleeId)).length === 0) await this.#endUnreachable(id, calleeId);
    });
  }

  /** Ends the call if one side does not enter the room in time. */
  answered(call: CallRecord): void {
    for (const userId of [call.caller_id, call.callee_id]) {
      const isAway = async () => !(await this.#isInRoom(call.id, userId));
      const tab = (userId === call.caller_id ? call.caller_tab : call.callee_tab) ?? '';
      this.#later(JOIN_TIMEOUT_MS, async () => {
        if (!(await isAway())) return;
        this.#later(this.#graceMs, async () => {
          if (await isAway()) await this.#end(call.id, { name: 'lost', by: userId, tab });
        });
      });
    }
  }

  /** A socket disconnected. Its tab may reconnect within the grace time, unless it left for good. */
  disconnected({ viewer, tab, isSignedOut = false }: SocketData, isForGood: boolean): void {
    this.#later(isForGood ? 0 : this.#graceMs, async () => {
      const tabs = await this.#findTabs(viewer.id);
      if (tabs.some((each) => each.tab === tab)) return;
      const call = await findLiveCall(this.#ctx, viewer.id);
      if (call?.status === 'ringing' && call.callee_id === viewer.id) {
        if (tabs.length === 0) await this.#endUnreachable(call.id, viewer.id);
        return;
      }
      const node = call?.caller_id === viewer.id ? call.caller_node : call?.callee_node;
      // The tab reconnected to another node, which is responsible from now on.
      if (node && node !== this.#nodeId) return;
      // `sessionsEnded` ends the call, too. Both ways give the same reason.
      const event: CallEvent = isSignedOut
        ? { name: 'signedOut', sessionIds: [viewer.sessionId] }
        : { name: 'lost', by: viewer.id, tab };
      if (call) await this.#end(call.id, event);
    });
  }

  /** A participant left the room of a call. Ends the call unless they return within the grace time. */
  leftRoom(callId: string, event: Extract<CallEvent, { tab: string }>): void {
    this.#later(this.#graceMs, async () => {
      if (!(await this.#isInRoom(callId, event.by))) await this.#end(callId, event);
    });
  }

  sessionsEnded(sessionIds: string[]): void {
    this.#later(0, async () => {
      for (const id of await listCallsOfSessions(this.#ctx, sessionIds))
        await this.#end(id, { name: 'signedOut', sessionIds });
    });
  }

  /** The callee has no tab left. Does nothing while Redis is away, because the callee may be connected to another node. */
  async #endUnreachable(callId: string, calleeId: string): Promise<void> {
    const { cluster } = this.#ctx;
    if (cluster.isAlone || cluster.isConnected)
      await this.#end(callId, { name: 'unreachable', by: calleeId });
  }

  /** Runs work after a delay, and repeats it until it succeeds, because no other process may do this work. */
  #later(milliseconds: number, work: () => Promise<void>): void {
    const { signal } = this.#closing;
    const options = { ref: false, signal };
    void (async () => {
      for (let delay = milliseconds; ; delay = RETRY_DELAY_MS) {
        if (delay > 0) await wait(delay, undefined, options);
        if (signal.aborted) return;
        try {
          return await work();
        } catch (error) {
          this.#ctx.log.warn({ err: error }, 'call not ended, will try again');
        }
      }
    })().catch(() => {});
  }

  /** Ends a call. Ignores the refusal if it has already ended. */
  async #end(id: string, event: CallEvent): Promise<void> {
    try {
      await advanceCall(this.#ctx, id, event);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }

  async #tick(): Promise<void> {
    try {
      await recordHeartbeat(inBackground(this.#ctx), this.#nodeId);
      await this.#endAbandoned();
    } catch (error) {
      this.#ctx.log.warn({ err: error }, 'search for abandoned calls failed');
    }
  }

  async #endAbandoned(): Promise<void> {
    const ringSeconds = this.#ctx.config.callRingSeconds + RING_TIMEOUT_MARGIN_SECONDS;
    const abandoned = await findAbandonedCalls(
      inBackground(this.#ctx),
      ringSeconds,
      NODE_TIMEOUT_SECONDS,
    );
    for (const { id, gone } of abandoned)
      await this.#end(
        id,
        gone.length > 0 ? { name: 'nodesStopped', nodeIds: gone } : { name: 'rangOut' },
      );
  }
}
