import { sql } from 'kysely';
import { hiddenFrom } from '../relations/block.queries.ts';
import type { Context } from '../kernel/context.ts';
import { rows } from '../platform/database/query.ts';
import { isHidden } from '../users/hidden-user.queries.ts';
import { isListedFor } from '../users/limited-user.queries.ts';

/** The tiers of the ranking. Within a tier, followers or similarity decide. */
const tiers = { exact: 0, followed: 1, matching: 2, similar: 3 } as const;

export interface UserSearchCursor {
  tier: number;
  weight: number;
  id: string;
  /** The start of the search. Later follows do not change the ranking. */
  since: string;
}

const cursorColumns = { tier: 'int4', weight: 'int4', id: 'uuid', since: 'text' } as const;

/** The most people that a search reads. If more people match, the viewer has to type more letters. */
const maxPeople = { matching: 1_000, similar: 10 } as const;
/** Fewer letters match too many names by similarity. */
const MIN_SIMILARITY_LETTERS = 4;

interface PeoplePage {
  after: UserSearchCursor | null;
  offset: number;
  limit: number;
}

/**
 * Finds people whose names begin with every word of `text`, without blocked and hidden people. The exact username comes first, then
 * followed people, then the others by followers. If nobody matches, finds similar names. Only the exact username finds people who
 * are not discoverable. Limited people are found by their followers only.
 */
export async function findPeopleByName(
  ctx: Context,
  viewerId: string,
  text: string,
  page: PeoplePage,
): Promise<UserSearchCursor[]> {
  if (page.limit === 0) return [];
  if (page.after?.tier === tiers.similar) return findSimilar(ctx, viewerId, text, page);
  const found = await findMatching(ctx, viewerId, text, page);
  if (found.length > 0 || page.after) return found;
  const hasMatches =
    page.offset > 0 &&
    (await findMatching(ctx, viewerId, text, { after: null, offset: 0, limit: 1 })).length > 0;
  return hasMatches ? [] : findSimilar(ctx, viewerId, text, page);
}

const since = (page: PeoplePage) => sql`coalesce(${page.after?.since ?? null}::timestamptz, now())`;

const pageOf = ({ after, offset, limit }: PeoplePage) => sql`
    where ${after === null} or (tier, -weight, id) > (${after?.tier ?? 0}::int,
      -${after?.weight ?? 0}::int, ${after?.id ?? null}::uuid)
    order by tier, weight desc, id limit ${limit} offset ${offset}`;

/** Common table expressions for the words of `text`: the typed name, a pattern for each word, and the longest pattern. */
const searchedWords = (text: string) => sql`words as (
      select word from unnest(regexp_split_to_array(folded_name(${text}), '\\s+')) as word where word <> '' limit 10
    ), asked as materialized (
      select string_agg(word, ' ') as typed, array_agg(pattern) as patterns,
        (array_agg(pattern order by length(pattern) desc))[1] as longest
      from (select word, '% ' || regexp_replace(word, '([\\\\%_])', '\\\\\\1', 'g') || '%' as pattern from words) as each
    )`;

/** Finds people whose names begin with the words. Queries all shards. */
async function findMatching(
  ctx: Context,
  viewerId: string,
  text: string,
  page: PeoplePage,
): Promise<UserSearchCursor[]> {
  const matches = sql`users.names like (select longest from asked)
    and ((select cardinality(patterns) from asked) = 1 or users.names like all ((select patterns from asked)::text[]))
    and users.discoverable and users.id not in (select id from hidden) and not ${isHidden(sql`users.id`)}
    and ${isListedFor(viewerId, sql`users.id`)}`;
  const person = sql`users.id, followers_count, lower(username) = (select typed from asked) as is_exact
    from users join user_stats on user_stats.user_id = users.id`;
  return rows(
    ctx.db.reads,
    cursorColumns,
    sql`with started as materialized (
        select ${since(page)} as since
      ), ${searchedWords(text)}, ${hiddenFrom(viewerId)}, followed as materialized (
        select followee_id as id, created_at > (select since from started) as is_new from follows where follower_id = ${viewerId}
      ), matching as materialized (
        select ${person} where ${matches} limit ${maxPeople.matching}
      ), found as (
        select * from matching
        union
        select ${person} where lower(username) = (select typed from asked)
          and users.id not in (select id from hidden) and not ${isHidden(sql`users.id`)}
          and ${isListedFor(viewerId, sql`users.id`)}
        union
        select ${person} where (select count(*) from matching) = ${maxPeople.matching}
          and users.id = any(array(select id from followed)) and ${matches}
      ), ranked as (
        select id,
          case when is_exact then ${tiers.exact}::int
            when id in (select id from followed where not is_new) then ${tiers.followed}::int
            else ${tiers.matching}::int end as tier,
          floor(ln(1.0::float8 + greatest(0, followers_count - (id in (select id from followed where is_new))::int))
            / ln(2.0::float8))::int as weight
        from found
      )
      select tier, weight, id, (select since::text from started) as since from ranked ${pageOf(page)}`,
  );
}

/** Finds people with similar names. */
async function findSimilar(
  ctx: Context,
  viewerId: string,
  text: string,
  page: PeoplePage,
): Promise<UserSearchCursor[]> {
  // A separate statement, because Citus does not allow a function that reads tables inside a sharded query.
  const similar = await rows(
    ctx.db.reads,
    { id: 'uuid', likeness: 'float4' },
    sql`select people.id, people.likeness from (
        select regexp_replace(rtrim(folded_name(${text})), '\\s+', ' ', 'g') as typed) as asked
      cross join lateral people_alike(typed, ${maxPeople.similar}) as people
      where length(trim(typed)) >= ${MIN_SIMILARITY_LETTERS}`,
  );
  const ids = similar.map(({ id }) => id);
  if (ids.length === 0) return [];
  return rows(
    ctx.db.reads,
    cursorColumns,
    sql`with ${hiddenFrom(viewerId)}, followed as materialized (
        select followee_id as id from follows where follower_id = ${viewerId} and followee_id = any(${ids}::uuid[])
      ), ranked as (
        select ${tiers.similar}::int as tier, (100 * likeness)::int as weight, id
        from unnest(${ids}::uuid[], ${similar.map(({ likeness }) => likeness)}::real[])
          as people (id, likeness)
        where id not in (select id from hidden) and not ${isHidden(sql`people.id`)} and ${isListedFor(viewerId, sql`people.id`)}
      )
      select tier, weight, id, ${since(page)}::text as since from ranked ${pageOf(page)}`,
  );
}

/** Lists the people whom the viewer followed last, to suggest a mention before any letter. */
export async function listNewestFollowed(ctx: Context, viewerId: string, limit: number) {
  return ctx.db.reads
    .selectFrom('follows')
    .select('followee_id as id')
    .where('follower_id', '=', viewerId)
    .orderBy('created_at', 'desc')
    .orderBy('followee_id', 'desc')
    .limit(limit)
    .execute();
}
