import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../kernel/context.ts';
import { one } from '../platform/database/query.ts';

/** Passes ids as one array literal. So thousands of ids cost next to nothing to bind. */
export function idList(ids: Iterable<string>): RawBuilder<string[]> {
  return sql<string[]>`${`{${[...ids].join(',')}}`}::uuid[]`;
}

/** Splits a text of values that `string_agg` joined. One such row is cheaper than one row for each value. */
export function partsOf(text: string | null | undefined): string[] {
  return text ? text.split(',') : [];
}

/** The result of a statement that joins all values into one text. */
export const joinedText = { found: 'text?' } as const;

/** Returns the ids among `ids` that the person follows. */
export async function findFollowedAmong(
  ctx: Context,
  userId: string,
  ids: Iterable<string>,
): Promise<Set<string>> {
  const row = await one(
    ctx.db.reads,
    joinedText,
    sql`select string_agg(followee_id::text, ',') as found from follows
      where follower_id = ${userId} and followee_id = any(${idList(ids)})`,
  );
  return new Set(partsOf(row?.found));
}

/** Lists the ids of the people that the person follows and does not mute. */
export async function listUnmutedFollowedIds(ctx: Context, userId: string): Promise<string[]> {
  const row = await one(
    ctx.db.reads,
    joinedText,
    sql`select string_agg(followee_id::text, ',') as found from follows
      where follower_id = ${userId} and followee_id not in (
        select muted_id from mutes where muter_id = ${userId} and not reposts_only and until > now())`,
  );
  return partsOf(row?.found);
}

/** Lists the ids of all people that the person follows. */
export async function listFollowedIds(ctx: Context, userId: string): Promise<string[]> {
  const row = await one(
    ctx.db.reads,
    joinedText,
    sql`select string_agg(followee_id::text, ',') as found from follows where follower_id = ${userId}`,
  );
  return partsOf(row?.found);
}
