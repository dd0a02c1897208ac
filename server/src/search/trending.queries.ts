import { sql } from 'kysely';
import type { Context } from '../context.ts';

/**
 * Makes the list anew from what public posts carry (contract §4): by how many people wrote of something in the last day, a
 * person's newest post of today counting twice one of a day ago; where that gives fewer than ten, the same over the week.
 */
export async function replaceTrending(ctx: Context): Promise<void> {
  await sql`delete from trending_hashtags /* by the clock */`.execute(ctx.db);
  await sql`
    with recent as materialized (
      select tag, shown, author_id, created_at from post_hashtags
      where visibility = 'public' and created_at > now() - interval '7 days'
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
    from chosen /* by the clock */`.execute(ctx.db);
}

/** Hashtags kept to be offered; a beginning of one letter has to look through all of them that begin with it. */
const MOST_USED = 10_000;

/** Moves what people used this week to what they use now, touching only what changed. */
export async function updateUsed(ctx: Context): Promise<void> {
  await sql`
    with counted as materialized (
      select tag, count(distinct author_id)::int as people from post_hashtags
      where visibility = 'public' and created_at > now() - interval '7 days'
      group by tag order by people desc, tag limit ${MOST_USED}
    ), gone as (
      delete from used_hashtags where tag not in (select tag from counted)
    )
    insert into used_hashtags (tag, people) select tag, people from counted
    on conflict (tag) do update set people = excluded.people
      where used_hashtags.people <> excluded.people /* by the clock */`.execute(ctx.db);
}
