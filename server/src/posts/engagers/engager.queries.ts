import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { rows } from '../../platform/database/query.ts';
import { isListedFor } from '../../users/limited-user.queries.ts';

export type EngagementKind = 'likes' | 'reposts';

/** The position of a person in a list: the time of their like or repost, and their id. */
export interface EngagerPosition {
  at: string;
  id: string;
}

const sources = {
  likes: { table: 'likes', person: 'user_id', post: 'post_id' },
  reposts: { table: 'posts', person: 'author_id', post: 'repost_of_id' },
};

/**
 * Lists the people who like or reposted a post, the latest first, without limited people whom the viewer does not follow. It does not
 * leave out blocked or hidden people. It queries all shards, because likes and reposts have other keys.
 */
export async function listEngagerIds(
  ctx: Context,
  { kind, postId, viewerId }: { kind: EngagementKind; postId: string; viewerId: string },
  after: EngagerPosition | null,
  limit: number,
): Promise<EngagerPosition[]> {
  const { table, person, post } = sources[kind];
  const id = sql.ref(`${table}.${person}`);
  const olderOnly = after
    ? sql`and (created_at, ${id}) < (${after.at}::timestamptz, ${after.id}::uuid)`
    : sql``;
  return rows(
    ctx.db.reads,
    { id: 'uuid', at: 'text' },
    sql`with followed as (select followee_id as id from follows where follower_id = ${viewerId})
      select ${id} as id, created_at::text as at from ${sql.table(table)}
      where ${sql.ref(post)} = ${postId} and ${isListedFor(viewerId, id)} ${olderOnly}
      order by created_at desc, ${id} desc
      limit ${limit}`,
  );
}
