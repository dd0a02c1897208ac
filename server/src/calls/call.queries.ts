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

/** Locks the calls that these people are in now, in the order of their ids. */
export async function lockLiveCalls(ctx: Context, userIds: string[]): Promise<CallRecord[]> {
  return ctx.db
    .selectFrom('calls')
    .select(columns)
    .where('status', '<>', 'ended')
    .where('id', 'in', (query) =>
      query
        .selectFrom('call_members')
        .select('call_id')
        .where('user_id', '=', sql<string>`any(${userIds})`)
        .where('ended_at', 'is', null),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

export async function findLiveCall(ctx: Context, userId: string): Promise<CallRecord | undefined> {
  return ctx.db
    .selectFrom('calls')
    .select(columns)
    .where('status', '<>', 'ended')
    .where('id', '=', (query) =>
      query
        .selectFrom('call_members')
        .select('call_id')
        .where('user_id', '=', userId)
        .where('ended_at', 'is', null),
    )
    .executeTakeFirst();
}

/** The call a person was last in, if it ended in the last so many seconds. */
export async function findEndedCall(
  ctx: Context,
  userId: string,
  within: number,
): Promise<CallRecord | undefined> {
  return ctx.db
    .selectFrom('calls')
    .select(columns)
    .where('id', '=', (query) =>
      query
        .selectFrom('call_members')
        .select('call_id')
        .where('user_id', '=', userId)
        .where('ended_at', '>', sql<Date>`clock_timestamp() - make_interval(secs => ${within})`)
        .orderBy('ended_at', 'desc')
        .limit(1),
    )
    .executeTakeFirst();
}

/** The calls a person is in, or was in the last so many seconds; oldest first. */
export async function listRecentCalls(
  ctx: Context,
  userId: string,
  within: number,
): Promise<CallRecord[]> {
  const newest = await ctx.db
    .selectFrom('calls')
    .select(columns)
    .where('id', 'in', (query) =>
      query
        .selectFrom('call_members')
        .select('call_id')
        .where('user_id', '=', userId)
        .where((is) =>
          is.or([
            is('ended_at', 'is', null),
            is('ended_at', '>', sql<Date>`clock_timestamp() - make_interval(secs => ${within})`),
          ]),
        ),
    )
    .orderBy('id', 'desc')
    .limit(MOST_RECENT)
    .execute();
  return newest.reverse();
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
  const { rows } = await sql<{ id: string; has_rung_out: boolean; gone: string[] }>`
    select * from (
      select id, status = 'ringing' and created_at < clock_timestamp() - make_interval(secs => ${ringSeconds})
          as has_rung_out,
        array(
          select node from unnest(array[caller_node, callee_node]) as node
          where node is not null and not exists (
            select from call_nodes
            where call_nodes.id = node and seen_at > now() - make_interval(secs => ${nodeSeconds}))) as gone
      from calls where status <> 'ended'
    ) as live
    where has_rung_out or cardinality(gone) > 0
    limit 200 /* by the clock */`.execute(ctx.db);
  return rows;
}

/** Hourly: what nobody asks about any more. */
export async function deleteOldCalls(ctx: Context): Promise<void> {
  await sql`delete from calls where ended_at < now() - interval '1 day'`.execute(ctx.db);
  await sql`delete from call_nodes where seen_at < now() - interval '1 day'`.execute(ctx.db);
}
