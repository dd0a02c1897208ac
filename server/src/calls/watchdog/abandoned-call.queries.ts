import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { rows } from '../../platform/database/query.ts';

const callId = { id: 'uuid' } as const;

/** Lists the ids of live calls of these sessions. */
export async function listCallsOfSessions(ctx: Context, sessionIds: string[]): Promise<string[]> {
  const found = await rows(
    ctx.db.reads,
    callId,
    sql`select id from calls where status <> 'ended'
        and (caller_session = any(${sessionIds}) or callee_session = any(${sessionIds}))`,
  );
  return found.map((row) => row.id);
}

/** Records that this process runs. */
export async function recordHeartbeat(ctx: Context, nodeId: string): Promise<void> {
  await ctx.db
    .insertInto('call_nodes')
    .values({ id: nodeId, seen_at: sql<Date>`now()` })
    .onConflict((known) =>
      known.column('id').doUpdateSet({ seen_at: (row) => row.ref('excluded.seen_at') }),
    )
    .execute();
}

export async function deleteNodes(
  ctx: Context,
  which: { only: string } | { but: string },
): Promise<void> {
  const [operator, id] =
    'only' in which ? (['=', which.only] as const) : (['<>', which.but] as const);
  await ctx.db.deleteFrom('call_nodes').where('id', operator, id).execute();
}

/** Lists the ids of live calls with a tab that is connected to this node. */
export async function listCallsOfNode(ctx: Context, nodeId: string): Promise<string[]> {
  const found = await rows(
    ctx.db.reads,
    callId,
    sql`select id from calls where status <> 'ended' and ${nodeId} in (caller_node, callee_node)`,
  );
  return found.map((row) => row.id);
}

/** Finds calls that ring for too long, and calls with a tab on a node without a recent heartbeat. */
export async function findAbandonedCalls(ctx: Context, ringSeconds: number, nodeSeconds: number) {
  const alive = sql`now() - make_interval(secs => ${nodeSeconds})`;
  return rows(
    ctx.db.reads,
    { id: 'uuid', has_rung_out: 'bool', gone: 'uuid[]' },
    sql`select * from (
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
      limit 200`,
  );
}

/** Deletes calls and nodes that ended more than a day ago. */
export async function deleteOldCalls(ctx: Context): Promise<void> {
  const aDayAgo = sql<Date>`now() - interval '1 day'`;
  await ctx.db.deleteFrom('call_members').where('ended_at', '<', aDayAgo).execute();
  await ctx.db.deleteFrom('calls').where('ended_at', '<', aDayAgo).execute();
  await ctx.db.deleteFrom('call_nodes').where('seen_at', '<', aDayAgo).execute();
}
