import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { one, rows } from '../../platform/database/query.ts';
import { idList, partsOf } from '../feed.queries.ts';

/** How many of the newest rows of each kind count. */
const maxRows = { likes: 200, comments: 100, reposts: 50, partners: 30 } as const;

interface RecentEngagement {
  /** Ids of liked posts. */
  liked: string[];
  /** Ids of the person's own comments. */
  comments: string[];
  /** Ids of reposted posts. */
  reposted: string[];
  /** Ids of the people to whom the person wrote messages. */
  partners: string[];
}

/** Reads a person's newest likes, comments, reposts and message partners. */
export async function findRecentEngagement(
  ctx: Context,
  userId: string,
): Promise<RecentEngagement> {
  const row = await one(
    ctx.db.reads,
    { liked: 'text?', comments: 'text?', reposted: 'text?', partners: 'text?' },
    sql`select
        (select string_agg(post_id::text, ',') from (select post_id from likes where user_id = ${userId}
          order by post_id desc limit ${maxRows.likes}::int) as newest) as liked,
        (select string_agg(post_id::text, ',') from (select post_id from author_posts where author_id = ${userId}
          and kind = 'comment' order by post_id desc limit ${maxRows.comments}::int) as newest) as comments,
        (select string_agg(repost_of_id::text, ',') from (select repost_of_id from author_posts where author_id = ${userId}
          and kind = 'repost' order by post_id desc limit ${maxRows.reposts}::int) as newest) as reposted,
        (select string_agg(other_id::text, ',') from (select other_id from conversation_members
          where user_id = ${userId} and has_written order by last_at desc nulls last limit ${maxRows.partners}::int) as newest)
          as partners`,
  );
  return {
    liked: partsOf(row?.liked),
    comments: partsOf(row?.comments),
    reposted: partsOf(row?.reposted),
    partners: partsOf(row?.partners),
  };
}

/** Reads the participants of each post: its author first, then the authors of its parent and root. */
export async function findParticipants(
  ctx: Context,
  ids: string[],
): Promise<Map<string, string[]>> {
  const found = await rows(
    ctx.db.reads,
    { id: 'uuid', people: 'text' },
    sql`select id, array_to_string(author_id || array_remove(hidden_if_blocked_ids, author_id), ',') as people
      from posts where id = any(${idList(ids)})`,
  );
  return new Map(found.map(({ id, people }) => [id, partsOf(people)]));
}

export async function saveAffinity(
  ctx: Context,
  userId: string,
  people: { id: string; score: number }[],
): Promise<void> {
  await ctx.db
    .insertInto('feed_readers')
    .values({
      user_id: userId,
      affinity_ids: idList(people.map(({ id }) => id)),
      affinity_scores: people.map(({ score }) => score),
      affinity_at: sql<Date>`now()`,
    })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({
        affinity_ids: (row) => row.ref('excluded.affinity_ids'),
        affinity_scores: (row) => row.ref('excluded.affinity_scores'),
        affinity_at: (row) => row.ref('excluded.affinity_at'),
      }),
    )
    .execute();
}
