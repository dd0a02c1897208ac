import { sql } from 'kysely';
import type { Context } from '../context.ts';

export interface Popular {
  id: string;
  authorId: string;
  people: number;
}

/** Of the posts that became popular, the newest so many are compared. */
const COMPARED = 5_000;
/** And the best so many kept. */
const KEPT = 400;

/** Makes the list anew, by people drawn and age; of all shards. */
export async function replacePopular(ctx: Context): Promise<void> {
  await sql`delete from popular_posts /* by the clock */`.execute(ctx.db);
  await sql`
    with newest as materialized (
      select post_id, people_count from post_stats
      where popular_since is not null order by post_id desc limit ${COMPARED}::int
    )
    insert into popular_posts (post_id, author_id, people)
    select posts.id, posts.author_id, newest.people_count
    from newest join posts on posts.id = newest.post_id
    where posts.parent_id is null and posts.repost_of_id is null and posts.deleted_at is null
      and posts.visibility = 'public'
    order by (1 + 0.5 * ln(1 + newest.people_count))
      * power(1 + extract(epoch from now() - posts.created_at) / 21600, -1.3) desc, posts.id desc
    limit ${KEPT}::int /* by the clock */`.execute(ctx.db);
}

export async function listPopular(ctx: Context): Promise<Popular[]> {
  const { rows } = await sql<Popular>`
    select post_id as id, author_id as "authorId", people from popular_posts`.execute(ctx.db);
  return rows;
}
