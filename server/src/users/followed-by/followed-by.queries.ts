import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { rows, type Row } from '../../platform/database/query.ts';
import { isHidden } from '../hidden-user.queries.ts';

/** Only the newest follows count. So the cost stays constant for people who follow thousands. */
const MAX_FOLLOWED = 1_000;

/** Lists the ids of the people whom a person follows, the newest first. */
export async function listNewestFollowed(ctx: Context, userId: string): Promise<string[]> {
  const found = await rows(
    ctx.db.reads,
    { id: 'uuid' },
    sql`select followee_id as id from follows where follower_id = ${userId}
      order by created_at desc, followee_id desc limit ${MAX_FOLLOWED}::int`,
  );
  return found.map(({ id }) => id);
}

const follower = { id: 'uuid', username: 'text', full_name: 'text', avatar: 'text?' } as const;
export type NamedRow = Row<typeof follower>;

/** Finds those of these people who follow a person and show whom they follow. Each row has the key of one of them. */
export async function findFollowersAmong(
  ctx: Context,
  ids: string[],
  userId: string,
): Promise<NamedRow[]> {
  // For an empty list of keys, a sharded database would ask every shard.
  if (ids.length === 0) return [];
  return rows(
    ctx.db.reads,
    follower,
    sql`select users.id, username, full_name, avatar
      from users join follows on follows.follower_id = users.id
      where users.id = any(${ids}::uuid[]) and follows.followee_id = ${userId} and show_follows
        and not ${isHidden(sql`users.id`)}`,
  );
}
