import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { idList, partsOf } from './feed.queries.ts';

/** Of each kind, so many of the newest tell. */
const reach = { likes: 200, comments: 100, reposts: 50, partners: 30 } as const;

interface Doings {
  liked: string[];
  /** The person's own comments. */
  answers: string[];
  reposted: string[];
  partners: string[];
}

/** What somebody did of late: ids of posts, and of people they write with. */
export async function findDoings(ctx: Context, userId: string): Promise<Doings> {
  const { rows } = await sql<Record<keyof Doings, string | null>>`
    select
      (select string_agg(post_id::text, ',') from (select post_id from likes where user_id = ${userId}
        order by post_id desc limit ${reach.likes}::int) as newest) as liked,
      (select string_agg(post_id::text, ',') from (select post_id from author_posts where author_id = ${userId}
        and kind = 'comment' order by post_id desc limit ${reach.comments}::int) as newest) as answers,
      (select string_agg(repost_of_id::text, ',') from (select repost_of_id from author_posts where author_id = ${userId}
        and kind = 'repost' order by post_id desc limit ${reach.reposts}::int) as newest) as reposted,
      (select string_agg(other_id::text, ',') from (select other_id from conversation_members
        where user_id = ${userId} and has_written order by last_at desc nulls last limit ${reach.partners}::int) as newest)
        as partners
    /* by the clock */`.execute(ctx.db);
  const [row] = rows;
  return {
    liked: partsOf(row?.liked),
    answers: partsOf(row?.answers),
    reposted: partsOf(row?.reposted),
    partners: partsOf(row?.partners),
  };
}

/** The people of these posts, each post's author first. */
export async function findPeopleOf(ctx: Context, ids: string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: string; people: string }>`
    select id, array_to_string(author_id || array_remove(party_ids, author_id), ',') as people
    from posts where id = any(${idList(ids)}) /* by the clock */`.execute(ctx.db);
  return new Map(rows.map(({ id, people }) => [id, partsOf(people)]));
}

export async function saveCloseness(
  ctx: Context,
  userId: string,
  people: { id: string; score: number }[],
): Promise<void> {
  await sql`
    insert into feed_readers (user_id, close_ids, close_scores, close_at)
    values (${userId}, ${idList(people.map(({ id }) => id))}, ${people.map(({ score }) => score)}::real[], now())
    on conflict (user_id) do update set close_ids = excluded.close_ids, close_scores = excluded.close_scores,
      close_at = excluded.close_at /* by the clock */`.execute(ctx.db);
}
