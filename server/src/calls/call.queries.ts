import { sql } from 'kysely';
import type { CallEnding, CallMedia } from '@roost/contract/calls';
import type { Context } from '../context.ts';
import type { CallRecord } from '../db/tables.ts';
import type { Seat } from './call-machine.ts';

/** More than these nobody has in a minute. */
const MOST_RECENT = 100;

/** Named one by one: `*` in a prepared statement breaks on every open connection when a column is added. */
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
 * The time after the lock was waited for, where `now()` is that before it. Unlike `clock_timestamp()` it is one for all the
 * copies that a distributed database keeps of a row, which refuses the other in an update.
 */
const ofThisStatement = sql<Date>`statement_timestamp()`;

/** Locks a call until the end of the transaction; whatever moves one does this first, before it touches any chat. */
export async function lockCall(ctx: Context, id: string): Promise<CallRecord | undefined> {
  return ctx.db
    .selectFrom('calls')
    .select(columns)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

// Calls have one key and people another: which calls are somebody's is asked first, where the people are.

/** Locks the calls that these people are in now, one by one in the order of their ids. */
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
  ctx.db.selectFrom('call_members').select('call_id').where('user_id', '=', userId);

export async function findLiveCall(ctx: Context, userId: string): Promise<CallRecord | undefined> {
  const members = await membersOf(ctx, userId).where('ended_at', 'is', null).execute();
  const [call] = await findCalls(ctx, members);
  return call?.status === 'ended' ? undefined : call;
}

/** The call a person was last in, if it ended in the last so many seconds. */
export async function findEndedCall(
  ctx: Context,
  userId: string,
  within: number,
): Promise<CallRecord | undefined> {
  const members = await membersOf(ctx, userId)
    .where('ended_at', '>', sql<Date>`clock_timestamp() - make_interval(secs => ${within})`)
    .orderBy('ended_at', 'desc')
    .limit(1)
    .execute();
  return (await findCalls(ctx, members))[0];
}

/** The calls a person is in, or was in the last so many seconds; oldest first. */
export async function listRecentCalls(
  ctx: Context,
  userId: string,
  within: number,
): Promise<CallRecord[]> {
  const members = await membersOf(ctx, userId)
    .where((is) =>
      is.or([
        is('ended_at', 'is', null),
        is('ended_at', '>', sql<Date>`clock_timestamp() - make_interval(secs => ${within})`),
      ]),
    )
    .orderBy('call_id', 'desc')
    .limit(MOST_RECENT)
    .execute();
  return findCalls(ctx, members);
}

/** Oldest first. Nothing is asked where there is none, as nearly always. */
async function findCalls(ctx: Context, members: { call_id: string }[]): Promise<CallRecord[]> {
  if (members.length === 0) return [];
  return ctx.db
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
  seat: Seat;
  /** One that can't be placed ends as it begins. */
  reason?: CallEnding;
}

/** Adds a call with its members; of one that ends at once the callee never took part. */
export async function insertCall(ctx: Context, call: NewCall): Promise<CallRecord> {
  const { id, callerId, calleeId, media, seat, reason = null } = call;
  const endedAt = reason === null ? null : sql<Date>`clock_timestamp()`;
  const row = await ctx.db
    .insertInto('calls')
    .values({
      id,
      caller_id: callerId,
      callee_id: calleeId,
      media,
      caller_tab: seat.tab,
      caller_session: seat.sessionId,
      caller_node: seat.nodeId,
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

export async function setActive(ctx: Context, id: string, seat: Seat): Promise<CallRecord> {
  return ctx.db
    .updateTable('calls')
    .set({
      status: 'active',
      callee_tab: seat.tab,
      callee_session: seat.sessionId,
      callee_node: seat.nodeId,
      answered_at: ofThisStatement,
    })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function setEnded(ctx: Context, id: string, reason: CallEnding): Promise<CallRecord> {
  const row = await ctx.db
    .updateTable('calls')
    .set({ status: 'ended', reason, ended_at: ofThisStatement })
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

/** The tab is connected to another node now. */
export async function moveSeat(
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

/** Whether this one may show their screen: nobody else of the call does. */
export async function takeScreen(ctx: Context, id: string, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('calls')
    .set({ sharer_id: userId })
    .where('id', '=', id)
    .where('status', '=', 'active')
    .where((is) => is.or([is('sharer_id', 'is', null), is('sharer_id', '=', userId)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** False where they were not showing it. */
export async function giveScreenBack(ctx: Context, id: string, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('calls')
    .set({ sharer_id: null })
    .where('id', '=', id)
    .where('sharer_id', '=', userId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ids of live calls that one of these sessions is in. */
export async function listCallsOfSessions(ctx: Context, sessionIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from calls where status <> 'ended'
      and (caller_session = any(${sessionIds}) or callee_session = any(${sessionIds}))`.execute(
    ctx.db,
  );
  return rows.map((row) => row.id);
}

/** This process is there. */
export async function beat(ctx: Context, nodeId: string): Promise<void> {
  await sql`
    insert into call_nodes (id, seen_at) values (${nodeId}, now())
    on conflict (id) do update set seen_at = excluded.seen_at /* by the clock */`.execute(ctx.db);
}

export async function deleteNodes(
  ctx: Context,
  which: { only: string } | { but: string },
): Promise<void> {
  const [operator, id] =
    'only' in which ? (['=', which.only] as const) : (['<>', which.but] as const);
  await ctx.db.deleteFrom('call_nodes').where('id', operator, id).execute();
}

/** Ids of live calls that a tab of this node is in. */
export async function listCallsOfNode(ctx: Context, nodeId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from calls where status <> 'ended' and ${nodeId} in (caller_node, callee_node)`.execute(
    ctx.db,
  );
  return rows.map((row) => row.id);
}

/** What nobody else will see to: calls that ring for too long, and those of nodes that are gone. */
export async function findStuck(
  ctx: Context,
  ringSeconds: number,
  nodeSeconds: number,
): Promise<{ id: string; has_rung_out: boolean; gone: string[] }[]> {
  const alive = sql`now() - make_interval(secs => ${nodeSeconds})`;
  const { rows } = await sql<{ id: string; has_rung_out: boolean; gone: string[] }>`
    select * from (
      select calls.id, status = 'ringing' and created_at < clock_timestamp() - make_interval(secs => ${ringSeconds})
          as has_rung_out,
        array_remove(array[
          case when of_caller.id is null then caller_node end, case when of_callee.id is null then callee_node end
        ], null) as gone
      from calls
        left join call_nodes as of_caller on of_caller.id = caller_node and of_caller.seen_at > ${alive}
        left join call_nodes as of_callee on of_callee.id = callee_node and of_callee.seen_at > ${alive}
      where status <> 'ended'
    ) as live
    where has_rung_out or cardinality(gone) > 0
    limit 200 /* by the clock */`.execute(ctx.db);
  return rows;
}

/** Hourly: what nobody asks about any more. */
export async function deleteOldCalls(ctx: Context): Promise<void> {
  await sql`delete from call_members where ended_at < now() - interval '1 day'`.execute(ctx.db);
  await sql`delete from calls where ended_at < now() - interval '1 day'`.execute(ctx.db);
  await sql`delete from call_nodes where seen_at < now() - interval '1 day'`.execute(ctx.db);
}
