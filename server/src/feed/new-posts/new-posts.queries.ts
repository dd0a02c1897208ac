import { sql } from 'kysely';
import type { MutedWord } from '@roost/contract/text/muted-words';
import type { Context } from '../../kernel/context.ts';
import { narrow, rows, type Row } from '../../platform/database/query.ts';
import { hiddenAmong } from '../../users/hidden-user.queries.ts';
import { isLimited, limitedAmong } from '../../users/limited-user.queries.ts';
import { publicPost, type PublicPost } from '../feed-post.queries.ts';

/** A viewer and a person in the access scope of a post. */
export interface Pair {
  viewerId: string;
  personId: string;
}

const relationship = {
  viewerId: 'uuid',
  personId: 'uuid',
  /**
   * The viewer follows or mutes the person, mutes only the person's reposts, or one of the two blocks the other. A hidden person
   * counts as a block. `limited`: the person is limited.
   */
  kind: narrow<'follows' | 'block' | 'mute' | 'muteReposts' | 'words' | 'limited'>('text'),
  /** Of the kind `words`: the muted words of the viewer. `personId` is the viewer then. */
  words: narrow<MutedWord[] | null>('jsonb?'),
} as const;
export type Relationship = Row<typeof relationship>;

/** Reads the relationships of these pairs, and the muted words, in one statement. All rows have the viewers' keys. */
export async function findRelationships(
  ctx: Context,
  pairs: readonly Pair[],
): Promise<Relationship[]> {
  // Without keys, a distributed database would ask every shard.
  if (pairs.length === 0) return [];
  const viewers = pairs.map(({ viewerId }) => viewerId);
  const people = pairs.map(({ personId }) => personId);
  const pair = sql`unnest(${viewers}::uuid[], ${people}::uuid[]) as pair (viewer, person)`;
  return rows(
    ctx.db.reads,
    relationship,
    sql`select 'follows' as kind, viewer as "viewerId", person as "personId", null::jsonb as words
      from ${pair} join follows on follower_id = viewer and followee_id = person
      where follower_id = any(${viewers}::uuid[])
      union all
      select 'block', viewer, person, null from ${pair} join blocks on blocker_id = viewer and blocked_id = person
      where blocker_id = any(${viewers}::uuid[])
      union all
      select 'block', viewer, person, null from ${pair} join blocked_by on blocked_id = viewer and blocker_id = person
      where blocked_id = any(${viewers}::uuid[])
      union all
      select 'block', viewer, person, null from ${pair} where person in (${hiddenAmong(sql`${people}`)})
      union all
      select case when reposts_only then 'muteReposts' else 'mute' end, viewer, person, null
      from ${pair} join mutes on muter_id = viewer and muted_id = person
      where muter_id = any(${viewers}::uuid[]) and until > now()
      union all
      select 'words', id, id, muted_words from users
      where id = any(${viewers}::uuid[]) and muted_words is not null
      union all
      select 'limited', viewer, person, null from ${pair} where person in (${limitedAmong(sql`${people}`)})`,
  );
}

/** Lists the newest public posts of all shards with their engagers, without those of limited people. A process reads them once a minute. */
export async function listNewestPublicPosts(ctx: Context, limit: number): Promise<PublicPost[]> {
  return rows(
    ctx.db.reads,
    publicPost,
    sql`select id, author_id as "authorId", coalesce(engager_count, 0) as engagers
      from posts left join post_stats on post_id = id
      where parent_id is null and repost_of_id is null and deleted_at is null and visibility = 'public'
        and not ${isLimited(sql`author_id`)}
      order by id desc limit ${limit}::int`,
  );
}
