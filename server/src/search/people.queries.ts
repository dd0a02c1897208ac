import { sql } from 'kysely';
import { hiddenFrom } from '../blocks/block.queries.ts';
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
const MOST = { matching: 1_000, alike: 10 } as const;
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
  if (page.limit === 0) return [];
  if (page.after?.tier === tiers.alike) return findAlike(ctx, viewerId, text, page);
  const found = await findFitting(ctx, viewerId, text, page);
  if (found.length > 0 || page.after) return found;
  const isAnybody =
    page.offset > 0 &&
    (await findFitting(ctx, viewerId, text, { after: null, offset: 0, limit: 1 })).length > 0;
  return isAnybody ? [] : findAlike(ctx, viewerId, text, page);
}

const since = (page: PeoplePage) => sql`coalesce(${page.after?.since ?? null}::timestamptz, now())`;

const pageOf = ({ after, offset, limit }: PeoplePage) => sql`
    where ${after === null} or (tier, -weight, id) > (${after?.tier ?? 0}::int,
      -${after?.weight ?? 0}::int, ${after?.id ?? null}::uuid)
    order by tier, weight desc, id limit ${limit} offset ${offset}`;

/** Those whose names begin like that. On a database in shards this asks all of them. */
async function findFitting(
  ctx: Context,
  viewerId: string,
  text: string,
  page: PeoplePage,
): Promise<PersonPlace[]> {
  const fits = sql`users.names like (select longest from asked)
    and ((select cardinality(patterns) from asked) = 1 or users.names like all ((select patterns from asked)::text[]))
    and users.id not in (select id from hidden)`;
  const person = sql`users.id, followers_count, lower(username) = (select typed from asked) as is_exact
    from users join user_stats on user_stats.user_id = users.id`;
  const { rows } = await sql<PersonPlace>`
    with visit as materialized (
      select ${since(page)} as since
    ), words as (
      select word from unnest(regexp_split_to_array(folded_name(${text}), '\\s+')) as word where word <> '' limit 10
    ), asked as materialized (
      select string_agg(word, ' ') as typed, array_agg(pattern) as patterns,
        (array_agg(pattern order by length(pattern) desc))[1] as longest
      from (select word, '% ' || regexp_replace(word, '([\\\\%_])', '\\\\\\1', 'g') || '%' as pattern from words) as each
    ), ${hiddenFrom(viewerId)}, followed as materialized (
      select followee_id as id, created_at > (select since from visit) as is_new from follows where follower_id = ${viewerId}
    ), matching as materialized (
      select ${person} where ${fits} limit ${MOST.matching}
    ), found as (
      select * from matching
      union
      select ${person} where lower(username) = (select typed from asked) and users.id not in (select id from hidden)
      union
      select ${person} where (select count(*) from matching) = ${MOST.matching}
        and users.id = any(array(select id from followed)) and ${fits}
    ), ranked as (
      select id,
        case when is_exact then ${tiers.exact}::int
          when id in (select id from followed where not is_new) then ${tiers.followed}::int
          else ${tiers.matching}::int end as tier,
        floor(ln(1.0::float8 + greatest(0, followers_count - (id in (select id from followed where is_new))::int))
          / ln(2.0::float8))::int as weight
      from found
    )
    select tier, weight, id, (select since::text from visit) as since from ranked ${pageOf(page)}`.execute(
    ctx.db,
  );
  return rows;
}

/** Those whose names look like that. */
async function findAlike(
  ctx: Context,
  viewerId: string,
  text: string,
  page: PeoplePage,
): Promise<PersonPlace[]> {
  // By itself: what a function asks of a table is not to be asked from within a shard.
  const { rows: alike } = await sql<{ id: string; likeness: number }>`
    select people.id, people.likeness from (
      select regexp_replace(rtrim(folded_name(${text})), '\\s+', ' ', 'g') as typed) as asked
    cross join lateral people_alike(typed, ${MOST.alike}) as people
    where length(trim(typed)) >= ${TELLING}`.execute(ctx.db);
  const { rows } = await sql<PersonPlace>`
    with ${hiddenFrom(viewerId)}, ranked as (
      select ${tiers.alike}::int as tier, (100 * likeness)::int as weight, id
      from unnest(${alike.map(({ id }) => id)}::uuid[], ${alike.map(({ likeness }) => likeness)}::real[])
        as people (id, likeness)
      where id not in (select id from hidden)
    )
    select tier, weight, id, ${since(page)}::text as since from ranked ${pageOf(page)}`.execute(
    ctx.db,
  );
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
