import { sql } from 'kysely';
import { unblocked } from '../blocks/block.queries.ts';
import type { Context } from '../context.ts';

/** How people are ranked: by these, and within each by followers or likeness. */
const tiers = { exact: 0, followed: 1, matching: 2, alike: 3 } as const;

export interface PersonPlace {
  tier: number;
  weight: number;
  id: string;
  /** When the search began: whom one follows since stays where they were. */
  since: string;
}

/** People looked at of each kind; a name more people have than that is told apart by typing on. */
const MOST = { followed: 300, matching: 1_000, alike: 10 } as const;
/** In fewer letters there is no telling what was meant. */
const TELLING = 4;

interface PeoplePage {
  after: PersonPlace | null;
  offset: number;
  limit: number;
}

/**
 * Ids of people any of whose names begins with each word of `text`, never of those a block stands before: the very
 * username first, then whom the viewer follows, then the rest by followers; when there is nobody, names that look alike.
 */
export async function findPeople(
  ctx: Context,
  viewerId: string,
  text: string,
  page: PeoplePage,
): Promise<PersonPlace[]> {
  const names = sql`searched_names(users.username, users.full_name)`;
  const fits = sql`(${names} like (select longest from asked)
    and ((select cardinality(patterns) from asked) = 1 or ${names} like all ((select patterns from asked)::text[])))`;
  const isOpen = unblocked(viewerId, sql.ref<string>('users.id'));
  const { rows } = await sql<PersonPlace>`
    with visit as materialized (
      select coalesce(${page.after?.since ?? null}::timestamptz, now()) as since
    ), words as (
      select word from unnest(regexp_split_to_array(folded_name(${text}), '\\s+')) as word where word <> '' limit 10
    ), asked as materialized (
      select ' ' || string_agg(word, ' ') as typed, array_agg(pattern) as patterns,
        (array_agg(pattern order by length(pattern) desc))[1] as longest
      from (select word, '% ' || regexp_replace(word, '([\\\\%_])', '\\\\\\1', 'g') || '%' as pattern from words) as each
    ), fitting as (
      (select users.id from users where lower(username) = (select trim(typed) from asked))
      union
      (select users.id from follows join users on users.id = followee_id
        where follower_id = ${viewerId} and ${fits} limit ${MOST.followed})
      union
      (select users.id from users where ${fits} limit ${MOST.matching})
    ), hits as materialized (
      select users.id from users where users.id = any(array(select id from fitting)) and ${isOpen}
    ), alike as materialized (
      select people.id, likeness
      from asked cross join lateral people_alike(typed, ${MOST.alike}) as people
      where length(trim(typed)) >= ${TELLING} and not exists (select from hits)
    ), ranked as (
      select users.id,
        case when lower(username) = (select trim(typed) from asked) then ${tiers.exact}::int
          when exists (select from follows where follower_id = ${viewerId} and followee_id = users.id
            and created_at <= (select since from visit)) then ${tiers.followed}::int
          else ${tiers.matching}::int end as tier,
        floor(log(2, 1 + greatest(0, followers_count - (select count(*) from follows
          where followee_id = users.id and created_at > (select since from visit)))))::int as weight
      from hits join users on users.id = hits.id join user_stats on user_stats.user_id = users.id
      union all
      select users.id, ${tiers.alike}::int, (100 * likeness)::int
      from alike join users on users.id = alike.id where ${isOpen}
    )
    select tier, weight, id, (select since::text from visit) as since
    from ranked
    where ${page.after === null} or (tier, -weight, id) > (${page.after?.tier ?? 0}::int,
      -${page.after?.weight ?? 0}::int, ${page.after?.id ?? null}::uuid)
    order by tier, weight desc, id limit ${page.limit} offset ${page.offset}`.execute(ctx.db);
  return rows;
}

/** Whom the viewer followed last, for a mention of which nothing is typed yet. */
export async function listNewestFollowed(ctx: Context, viewerId: string, limit: number) {
  return ctx.db
    .selectFrom('follows')
    .select('followee_id as id')
    .where('follower_id', '=', viewerId)
    .orderBy('created_at', 'desc')
    .orderBy('followee_id', 'desc')
    .limit(limit)
    .execute();
}
