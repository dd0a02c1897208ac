import { sql } from 'kysely';
import type { CallEnding, CallMedia } from '@roost/contract/calls';
import type { Context } from '../kernel/context.ts';
import type { CallRecord } from '../platform/database/tables.ts';
import type { CallTab } from './call-machine.ts';

/** No person has more calls in the last minute. */
const MAX_RECENT_CALLS = 100;

/** A list instead of `*`, because a new column would break the prepared statements of all open connections. */
const columns = [
  'id',
  'caller_id',
  'callee_id',
  'media',
  'status',
  'reason',
  'caller_tab',
  'caller_session',
  'caller_node',
  'callee_tab',
  'callee_session',
  'callee_node',
  'sharer_id',
  'created_at',
  'answered_at',
  'ended_at',
] as const satisfies (keyof CallRecord)[];

/**
 * The time of this statement. `now()` is earlier: it does not include the wait for the lock. Citus refuses
 * `clock_timestamp()` in updates, because it could differ between the replicas of a row.
 */
const statementTime = sql<Date>`statement_timestamp()`;

/** Locks a call until the end of the transaction. Every change of a call takes this lock before it locks a conversation. */
export async function lockCall(ctx: Context, id: string): Promise<CallRecord | undefined> {
  return ctx.db
    .selectFrom('calls')
    .select(columns)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function findCall(ctx: Context, id: string): Promise<CallRecord | undefined> {
  return ctx.db.reads.selectFrom('calls').select(columns).where('id', '=', id).executeTakeFirst();
}

// Calls are sharded by call id, and memberships by user id. So these queries read the memberships first.

/** Locks the live calls of these people, one by one in the order of their ids. */
export async function lockLiveCalls(ctx: Context, userIds: string[]): Promise<CallRecord[]> {
  const members = await ctx.db
    .selectFrom('call_members')
    .select('call_id')
    .where('user_id', '=', sql<string>`any(${userIds})`)
    .where('ended_at', 'is', null)
    .execute();
  const locked: CallRecord[] = [];
  for (const id of [...new Set(members.map((member) => member.call_id))].sort()) {
    const call = await lockCall(ctx, id);
    if (call && call.status !== 'ended') locked.push(call);
  }
  return locked;
}

const membersOf = (ctx: Context, userId: string) =>
  ctx.db.reads.selectFrom('call_members').select('call_id').where('user_id', '=', userId);

/** Finds the live call of a person. */
export async function findLiveCall(ctx: Context, userId: string): Promise<CallRecord | undefined> {
  const members = await membersOf(ctx, userId).where('ended_at', 'is', null).execute();
  const [call] = await findCalls(ctx, members);
  return call?.status === 'ended' ? undefined : call;
}

/** Finds a person's last ended call, if it ended in the last `seconds`. */
export async function findEndedCall(
  ctx: Context,
  userId: string,
  seconds: number,
): Promise<CallRecord | undefined> {
  const members = await membersOf(ctx, userId)
    .where('ended_at', '>', sql<Date>`clock_timestamp() - make_interval(secs => ${seconds})`)
    .orderBy('ended_at', 'desc')
    .limit(1)
    .execute();
  return (await findCalls(ctx, members))[0];
}

/** Lists a person's live calls and those that ended in the last `seconds`, oldest first. */
export async function listRecentCalls(
  ctx: Context,
  userId: string,
  seconds: number,
): Promise<CallRecord[]> {
  const members = await membersOf(ctx, userId)
    .where((is) =>
      is.or([
        is('ended_at', 'is', null),
        is('ended_at', '>', sql<Date>`clock_timestamp() - make_interval(secs => ${seconds})`),
      ]),
    )
    .orderBy('call_id', 'desc')
    .limit(MAX_RECENT_CALLS)
    .execute();
  return findCalls(ctx, members);
}

/** Finds calls, oldest first. Sends no statement without memberships, which is the usual case. */
async function findCalls(ctx: Context, members: { call_id: string }[]): Promise<CallRecord[]> {
  if (members.length === 0) return [];
  return ctx.db.reads
    .selectFrom('calls')
    .select(columns)
    .where('id', '=', sql<string>`any(${members.map((member) => member.call_id)})`)
    .orderBy('id')
    .execute();
}

export interface NewCall {
  id: string;
  callerId: string;
  calleeId: string;
  media: CallMedia;
  callTab: CallTab;
  /** The reason of a call that ends at once, because it cannot be placed. */
  reason?: CallEnding;
}

/** Inserts a call and its members. The callee does not become a member of a call that ends at once. */
export async function insertCall(ctx: Context, call: NewCall): Promise<CallRecord> {
  const { id, callerId, calleeId, media, callTab, reason = null } = call;
  const endedAt = reason === null ? null : sql<Date>`clock_timestamp()`;
  const row = await ctx.db
    .insertInto('calls')
    .values({
      id,
      caller_id: callerId,
      callee_id: calleeId,
      media,
      caller_tab: callTab.tab,
      caller_session: callTab.sessionId,
      caller_node: callTab.nodeId,
      ...(reason !== null && { status: 'ended', reason, ended_at: endedAt }),
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  await ctx.db
    .insertInto('call_members')
    .values(
      (reason === null ? [callerId, calleeId] : [callerId]).map((user_id) => ({
        call_id: id,
        user_id,
        ended_at: endedAt,
      })),
    )
    .execute();
  return row;
}

export async function setActive(ctx: Context, id: string, callTab: CallTab): Promise<CallRecord> {
  return ctx.db
    .updateTable('calls')
    .set({
      status: 'active',
      callee_tab: callTab.tab,
      callee_session: callTab.sessionId,
      callee_node: callTab.nodeId,
      answered_at: statementTime,
    })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function setEnded(ctx: Context, id: string, reason: CallEnding): Promise<CallRecord> {
  const row = await ctx.db
    .updateTable('calls')
    .set({ status: 'ended', reason, ended_at: statementTime })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
  await ctx.db
    .updateTable('call_members')
    .set({ ended_at: row.ended_at })
    .where('user_id', '=', sql<string>`any(${[row.caller_id, row.callee_id]})`)
    .where('call_id', '=', id)
    .execute();
  return row;
}

/** Stores the node to which a tab of the call is connected now. */
export async function updateCallTabNode(
  ctx: Context,
  id: string,
  side: 'caller' | 'callee',
  nodeId: string,
): Promise<void> {
  await ctx.db
    .updateTable('calls')
    .set(side === 'caller' ? { caller_node: nodeId } : { callee_node: nodeId })
    .where('id', '=', id)
    .execute();
}

/** Makes this person the one who shares a screen. Returns false if the other side already shares one. */
export async function setScreenSharer(ctx: Context, id: string, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('calls')
    .set({ sharer_id: userId })
    .where('id', '=', id)
    .where('status', '=', 'active')
    .where((is) => is.or([is('sharer_id', 'is', null), is('sharer_id', '=', userId)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends a screen share. Returns false if this person did not share a screen. */
export async function clearScreenSharer(
  ctx: Context,
  id: string,
  userId: string,
): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('calls')
    .set({ sharer_id: null })
    .where('id', '=', id)
    .where('sharer_id', '=', userId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
