import { sql } from 'kysely';
import type { Context } from '../kernel/context.ts';
import { exec } from '../platform/database/query.ts';
import { isHidden } from '../users/hidden-user.queries.ts';
import { isLimited } from '../users/limited-user.queries.ts';

/** Hidden and limited people have no voice. */
const isCounted = sql`not ${isHidden(sql`author_id`)} and not ${isLimited(sql`author_id`)}`;

/**
 * Replaces the list of trending hashtags. Ranks the hashtags of public posts by how many people used them in the last day.
 * A person counts once: a use of this moment counts 1, a use of a day ago counts 0.5. If a day yields fewer than ten
 * hashtags, the last week fills the list. Leaves out hashtags that the admins hide.
 */
export async function replaceTrending(ctx: Context): Promise<void> {
  await ctx.db.deleteFrom('trending_hashtags').execute();
  await exec(
    ctx.db,
    sql`with recent as materialized (
        select tag, shown, author_id, created_at from post_hashtags
        where visibility = 'public' and created_at > now() - interval '7 days' and ${isCounted}
          and tag not in (select tag from hidden_hashtags)
      ), spans as (
        select * from (values (1, interval '1 day'), (2, interval '7 days')) as span (part, length)
      ), voices as (
        select part, length, tag, author_id, count(*) as posts, max(created_at) as newest
        from spans join recent on created_at > now() - length
        group by part, length, tag, author_id
      ), ranked as (
        select distinct on (tag) part, tag, sum(posts) as posts,
          sum(power(0.5, extract(epoch from now() - newest) / extract(epoch from length))) as voice
        from voices group by part, tag
        order by tag, part
      ), chosen as (
        select row_number() over (order by part, voice desc, posts desc, tag) as position, tag, posts
        from ranked order by position limit 10
      )
      insert into trending_hashtags (position, tag, count)
      select position, (select mode() within group (order by shown) from recent where recent.tag = chosen.tag), posts
      from chosen`,
  );
}

/** The most hashtags that are kept for suggestions. A suggestion for one letter reads all that begin with it. */
const MAX_USED_HASHTAGS = 10_000;

/** Updates how many people used each hashtag this week. Writes only the rows that changed. */
export async function updateUsed(ctx: Context): Promise<void> {
  await exec(
    ctx.db,
    sql`with counted as materialized (
        select tag, count(distinct author_id)::int as people from post_hashtags
        where visibility = 'public' and created_at > now() - interval '7 days' and ${isCounted}
        group by tag order by people desc, tag limit ${MAX_USED_HASHTAGS}
      ), gone as (
        delete from used_hashtags where tag not in (select tag from counted)
      )
      insert into used_hashtags (tag, people) select tag, people from counted
      on conflict (tag) do update set people = excluded.people
        where used_hashtags.people <> excluded.people`,
  );
}
