import { sql, type RawBuilder } from 'kysely';
import type { MutedWord } from '@roost/contract/text/muted-words';
import type { Mute, Role } from '@roost/contract/users';
import type { Context } from '../kernel/context.ts';
import { narrow, one, rows, type Row } from '../platform/database/query.ts';
import { hiddenAmong, isHidden } from './hidden-user.queries.ts';

/** Why strangers cannot click the links of a person. Null: they can. */
export type UnknownAs = 'new' | 'unverified' | null;

const profile = {
  id: 'uuid',
  username: 'text',
  full_name: 'text',
  bio: 'text',
  avatar: 'text?',
  cover_image: 'text?',
  message_preference: 'text',
  premium_until: 'timestamptz?',
  show_follows: 'bool',
  links: 'text[]',
  unknown_as: narrow<UnknownAs>('text?'),
  verified_links: 'text[]',
  pinned_post_id: 'uuid?',
  created_at: 'timestamptz',
} as const;
const counters = {
  followers_count: 'int4',
  following_count: 'int4',
  public_posts_count: 'int4',
  followers_posts_count: 'int4',
} as const;
const userRecord = { ...profile, ...counters };
export type UserRecord = Row<typeof userRecord>;

const userColumns = [
  ...(Object.keys(profile) as (keyof typeof profile)[]).map((name) => `users.${name}` as const),
  ...(Object.keys(counters) as (keyof typeof counters)[]).map(
    (name) => `user_stats.${name}` as const,
  ),
];
// One string of SQL, because Kysely would compile each column again for each request.
const allOfUser = sql.raw(userColumns.join(', '));

export async function findUsers(ctx: Context, ids: string[]): Promise<UserRecord[]> {
  // For an empty list of keys, a sharded database would ask every shard.
  if (ids.length === 0) return [];
  return ctx.db.reads
    .selectFrom('users')
    .innerJoin('user_stats', 'user_stats.user_id', 'users.id')
    .select(userColumns)
    .where('users.id', '=', sql<string>`any(${ids})`)
    .execute();
}

/** The relationship of the viewer to a person. */
export interface Relationship {
  id: string;
  /** The viewer follows the person. */
  follows: boolean;
  /** The person follows the viewer. */
  followed_by: boolean;
  blocks: boolean;
  /** Also true for a hidden person. */
  blocked_by: boolean;
  /** The person has written to the viewer. */
  wrote: boolean;
}

/**
 * Columns of a `select`: the people of `ids` whom the viewer follows and blocks, and who block the viewer. Hidden people count as
 * people who block the viewer. `ids` is an array in SQL.
 */
export const relationshipColumns = (viewerId: string, ids: RawBuilder<unknown>) => sql`
  array(select followee_id from follows where follower_id = ${viewerId} and followee_id = any(${ids}::uuid[])) as follows,
  array(select blocked_id from blocks where blocker_id = ${viewerId} and blocked_id = any(${ids}::uuid[])) as blocks,
  array(select blocker_id from blocked_by where blocked_id = ${viewerId} and blocker_id = any(${ids}::uuid[])
    union all ${hiddenAmong(ids)}) as blocked_by`;

/** A selection of the viewer's running mutes of people of `ids`, which is an array in SQL. All rows have the viewer's key. */
const runningMutes = (viewerId: string, ids: RawBuilder<unknown>) => sql`
  from mutes where muter_id = ${viewerId} and muted_id = any(${ids}::uuid[]) and until > now()`;

/** Columns of a `select`: for each muted person of `ids`, whether the mute is for reposts only, and the viewer's muted words. */
export const muteColumns = (viewerId: string, ids: RawBuilder<unknown>) => sql`
  (select json_object_agg(muted_id, reposts_only) ${runningMutes(viewerId, ids)}) as muted,
  (select muted_words from users where id = ${viewerId}) as "mutedWords"`;
/** The same columns for a viewer who mutes nothing. */
export const noMuteColumns = sql`null::json as muted, null::jsonb as "mutedWords"`;
/** By the id of the muted person. True means that only the reposts are muted. */
export type MutedIds = Record<string, boolean>;
const mutes = {
  muted: narrow<MutedIds | null>('json?'),
  mutedWords: narrow<MutedWord[] | null>('jsonb?'),
} as const;
export type Mutes = Row<typeof mutes>;

/** Finds the muted people of `ids`, and the muted words. All rows have the viewer's key. */
export async function findMutes(ctx: Context, viewerId: string, ids: string[]): Promise<Mutes> {
  const found = await one(ctx.db.reads, mutes, sql`select ${muteColumns(viewerId, sql`${ids}`)}`);
  return found ?? { muted: null, mutedWords: null };
}

const relationshipIds = { follows: 'uuid[]', blocks: 'uuid[]', blocked_by: 'uuid[]' } as const;
/** Ids of the people whom the viewer follows and blocks, and who block the viewer. */
export type RelationshipIds = Row<typeof relationshipIds>;

/** Finds the people of `ids` whom the viewer follows and blocks, and who block the viewer. All rows have the viewer's key. */
export async function findRelationshipIds(
  ctx: Context,
  viewerId: string,
  ids: string[],
): Promise<RelationshipIds> {
  const found = await one(
    ctx.db.reads,
    relationshipIds,
    sql`select ${relationshipColumns(viewerId, sql`${ids}`)}`,
  );
  return found ?? { follows: [], blocks: [], blocked_by: [] };
}

const person = {
  ...userRecord,
  follows: 'bool',
  followed_by: 'bool',
  blocks: 'bool',
  blocked_by: 'bool',
  wrote: 'bool',
  is_hidden: 'bool',
  /** The viewer has asked to follow the person. */
  requested: 'bool',
  /** The viewer's mute of the person. */
  mute: narrow<Mute | null>('json?'),
  /** The viewer's note about the person. */
  note: 'text?',
} as const;

/** Further columns of `relationships`: the viewer's mutes of people of `ids`, and the notes about them. */
const mutesAndNotes = (viewerId: string, ids: string[]) => sql`,
          (select json_object_agg(muted_id, json_build_object('until', nullif(until, 'infinity'), 'reposts', reposts_only))
            ${runningMutes(viewerId, sql`${ids}`)}) as mutes,
          (select json_object_agg(about_id, content) from notes
            where author_id = ${viewerId} and about_id = any(${ids}::uuid[])) as notes`;

/**
 * Finds people and the viewer's relationship to them in one statement. Only with `withNotes` it reads the viewer's mutes of them and
 * notes about them, which lists of people do not show. Apart from `relationships`, it uses only left joins: Citus then asks only the
 * shards of these keys. Other joins and subqueries would have to repeat the keys.
 */
export async function findPeople(
  ctx: Context,
  viewerId: string,
  ids: string[],
  { withNotes = false }: { withNotes?: boolean } = {},
) {
  const [mute, note] = withNotes
    ? [sql`relationships.mutes -> users.id::text`, sql`relationships.notes ->> users.id::text`]
    : [sql`null::json`, sql`null::text`];
  return rows(
    ctx.db.reads,
    person,
    sql`with relationships as materialized (
        select ${relationshipColumns(viewerId, sql`${ids}`)}, array(${hiddenAmong(sql`${ids}`)}) as hidden
          ${withNotes ? mutesAndNotes(viewerId, ids) : sql``}
      )
      select ${allOfUser}, users.id = any(relationships.follows) as follows, follows.follower_id is not null as followed_by,
        users.id = any(relationships.blocks) as blocks, users.id = any(relationships.blocked_by) as blocked_by,
        coalesce(membership.has_written, false) as wrote, users.id = any(relationships.hidden) as is_hidden,
        follow_requests.followee_id is not null as requested, ${mute} as mute, ${note} as note
      from relationships cross join users
      left join user_stats on user_stats.user_id = users.id
      left join follows on follows.follower_id = users.id and follows.followee_id = ${viewerId}
      left join follow_requests on follow_requests.followee_id = users.id and follow_requests.follower_id = ${viewerId}
      left join conversation_members as membership on membership.user_id = users.id and membership.other_id = ${viewerId}
      where users.id = any(${ids}::uuid[])`,
  );
}

/** The columns of an author card, which every post shows. */
export type AuthorCardRow = Pick<
  UserRecord,
  'id' | 'username' | 'full_name' | 'avatar' | 'premium_until' | 'unknown_as' | 'pinned_post_id'
>;
/** An author card in JSON, where a date is a string. */
type AuthorCardJson = Omit<AuthorCardRow, 'premium_until'> & { premium_until: string | null };

/** Selects the author cards of these people in one row. `ids` is an array in SQL. */
export const authorCardsOf = (ids: RawBuilder<unknown>) => sql`
  select json_agg(json_build_object('id', id, 'username', username, 'full_name', full_name, 'avatar', avatar,
    'premium_until', premium_until, 'unknown_as', unknown_as, 'pinned_post_id', pinned_post_id)) as cards
  from users where id = any(${ids}::uuid[])`;
export const authorCardColumns = {
  cards: narrow<AuthorCardJson[] | null>('json?'),
  ...relationshipIds,
  ...mutes,
} as const;
/** The author cards of some people, and the viewer's relationship to them. */
export type CardsAndRelationships = Row<typeof authorCardColumns>;

/** Finds the author cards of these people, and the viewer's relationship to them, in one statement. */
export async function findAuthorCards(
  ctx: Context,
  viewerId: string,
  ids: string[],
): Promise<CardsAndRelationships | undefined> {
  return one(
    ctx.db.reads,
    authorCardColumns,
    sql`with cards as materialized (${authorCardsOf(sql`${ids}`)}),
        viewer as materialized (select ${relationshipColumns(viewerId, sql`${ids}`)}, ${muteColumns(viewerId, sql`${ids}`)})
      select * from cards cross join viewer`,
  );
}

/** An SQL query that counts the people who ask to follow a person. */
export const followRequestsCount = (userId: string) => sql`
  select count(*) from (
    select from follow_requests where followee_id = ${userId} and not ${isHidden(sql`follower_id`)} limit 1000) as counted`;

export async function countFollowRequests(ctx: Context, userId: string): Promise<number> {
  const found = await one(
    ctx.db.reads,
    { count: 'int8' },
    sql`select (${followRequestsCount(userId)}) as count`,
  );
  return found?.count ?? 0;
}

export async function findOwnExtras(ctx: Context, viewerId: string) {
  return one(
    ctx.db.reads,
    {
      email: 'text',
      is_email_verified: 'bool',
      role: narrow<Role>('text'),
      notification_preferences: 'jsonb',
      blocked: 'uuid[]',
      following: 'uuid[]',
      language: 'text',
      follow_requests: 'int8',
    },
    sql`select accounts.email, accounts.email_verified_at is not null as is_email_verified, users.role, users.notification_preferences,
        users.language,
        array(select blocked_id from blocks where blocker_id = ${viewerId} order by created_at desc) as blocked,
        array(select followee_id from follows where follower_id = ${viewerId} order by created_at desc limit 1000) as following,
        (${followRequestsCount(viewerId)}) as follow_requests
      from users join accounts on accounts.user_id = users.id
      where users.id = ${viewerId}`,
  );
}

/**
 * Locks the counters of two people in the order of their ids, with one statement each. Every change of a relationship locks
 * the lower id first, here or in `insert_follow` and `delete_follow`. A concurrent follow and block then run one after the other. Returns false if one of the two
 * does not exist or is hidden.
 */
export async function lockPair(ctx: Context, one: string, other: string): Promise<boolean> {
  const found = await Promise.all([one, other].toSorted().map(async (id) => lockOne(ctx, id)));
  return found.every(Boolean);
}

async function lockOne(ctx: Context, id: string): Promise<boolean> {
  const found = await one(
    ctx.db,
    { user_id: 'uuid' },
    sql`select user_id from user_stats where user_id = ${id} and not ${isHidden(sql`user_stats.user_id`)} for update`,
  );
  return found !== undefined;
}
