import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { exec, one, rows } from '../../platform/database/query.ts';
import type { FollowCursor } from '../follow.queries.ts';

/** A common table expression `muted`: the ids of people whose posts the viewer mutes. Mutes of reposts are not in it. */
export const mutedBy = (viewerId: string) => sql`
  muted as materialized (
    select muted_id as id from mutes where muter_id = ${viewerId} and not reposts_only and until > now()
  )`;

/**
 * Mutes a person for `minutes`, or without an end if they are null. Replaces an earlier mute of the person, and deletes the mutes of
 * the viewer that are over. Returns the end, or null if there is none.
 */
export async function storeMute(
  ctx: Context,
  muterId: string,
  mutedId: string,
  { minutes, reposts }: { minutes: number | null; reposts: boolean },
): Promise<Date | null> {
  await exec(ctx.db, sql`delete from mutes where muter_id = ${muterId} and until <= now()`);
  const stored = await one(
    ctx.db,
    { until: 'timestamptz?' },
    sql`insert into mutes (muter_id, muted_id, until, reposts_only)
      values (${muterId}, ${mutedId}, coalesce(now() + make_interval(mins => ${minutes}::int), 'infinity'), ${reposts})
      on conflict (muter_id, muted_id) do update
        set until = excluded.until, reposts_only = excluded.reposts_only, created_at = excluded.created_at
      returning nullif(until, 'infinity') as until`,
  );
  return stored?.until ?? null;
}

/** Returns false if there was no mute. */
export async function deleteMute(ctx: Context, muterId: string, mutedId: string): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('mutes')
    .where('muter_id', '=', muterId)
    .where('muted_id', '=', mutedId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0;
}

/** Lists the ids of the people whom a person mutes, the latest mute first. All rows have the person's key. */
export async function listMutedIds(
  ctx: Context,
  muterId: string,
  after: FollowCursor | null,
  limit: number,
): Promise<FollowCursor[]> {
  const olderOnly = after
    ? sql`and (created_at, muted_id) < (${after.at}::timestamptz, ${after.id}::uuid)`
    : sql``;
  return rows(
    ctx.db.reads,
    { id: 'uuid', at: 'text' },
    sql`select muted_id as id, created_at::text as at from mutes
      where muter_id = ${muterId} and until > now() ${olderOnly}
      order by created_at desc, muted_id desc
      limit ${limit}`,
  );
}
