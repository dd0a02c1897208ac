import { sql, type RawBuilder } from 'kysely';
import type { Context, Viewer } from '../../kernel/context.ts';
import { shownMediaColumn, shownMediaOf } from '../../media/media.queries.ts';
import { narrow, one, type Row } from '../../platform/database/query.ts';
import { pageOfPosts, type PostJson } from '../post.queries.ts';
import { limitedAmong } from '../../users/limited-user.queries.ts';
import {
  authorCardColumns,
  authorCardsOf,
  muteColumns,
  noMuteColumns,
  relationshipColumns,
} from '../../users/user.queries.ts';

const hydrationParts = {
  ...authorCardColumns,
  /** Ids of the posts that the viewer liked, bookmarked and reposted. */
  liked: 'uuid[]',
  bookmarked: 'uuid[]',
  reposted: 'uuid[]',
  /** Ids of the roots of threads that the viewer mutes. */
  mutedThreads: 'uuid[]',
  /** Ids of the limited people. */
  limited: 'uuid[]',
  ...shownMediaColumn,
} as const;
export type HydrationParts = Row<typeof hydrationParts>;

/**
 * The ids that the posts refer to: people, media, the targets of the viewer's likes, bookmarks and reposts, and the roots of
 * threads.
 */
export interface HydrationKeys<Ids = string[]> {
  people: Ids;
  media: Ids;
  targets: Ids;
  roots: Ids;
}

type HydratingViewer = Pick<Viewer, 'id' | 'hasMutes'>;

/**
 * Each of these common table expressions has one distribution key: the people, the viewer or the media. `people`, `targets` and
 * `roots` are arrays in SQL. `media` is a selection.
 */
const partsFor = (
  { id: viewerId, hasMutes }: HydratingViewer,
  { people, media, targets, roots }: HydrationKeys<RawBuilder<unknown>>,
) => sql`
  cards as materialized (${authorCardsOf(people)}), viewer as materialized (
    select ${relationshipColumns(viewerId, people)}, ${hasMutes ? muteColumns(viewerId, people) : noMuteColumns},
      array(select post_id from likes where user_id = ${viewerId} and post_id = any(${targets}::uuid[])) as liked,
      array(select post_id from bookmarks where user_id = ${viewerId} and post_id = any(${targets}::uuid[])) as bookmarked,
      array(select repost_of_id from author_posts
        where author_id = ${viewerId} and repost_of_id = any(${targets}::uuid[])) as reposted,
      ${hasMutes ? sql`array(select root_id from muted_threads where user_id = ${viewerId} and root_id = any(${roots}::uuid[]))` : sql`'{}'::uuid[]`} as "mutedThreads",
      array(${limitedAmong(people)}) as limited
  ), media as materialized (${media})`;

/** Reads author cards, media and the viewer's state for some posts, in one statement. */
export async function findHydrationParts(
  ctx: Context,
  viewer: HydratingViewer,
  { people, media, targets, roots }: HydrationKeys,
): Promise<HydrationParts | undefined> {
  const keys = {
    people: sql`${people}`,
    // An empty list would ask every shard.
    media: media.length > 0 ? shownMediaOf(sql`${media}`) : sql`select null::json as media`,
    targets: sql`${targets}`,
    roots: sql`${roots}`,
  };
  return one(
    ctx.db.reads,
    hydrationParts,
    sql`with ${partsFor(viewer, keys)} select * from cards cross join viewer cross join media`,
  );
}

const wholeHydration = { posts: narrow<PostJson[] | null>('json?'), ...hydrationParts } as const;

/**
 * Reads posts, the posts that they reference, and the parts of all of them, in one statement. Do not use it on shards: it
 * would ask every shard.
 */
export async function findHydration(
  ctx: Context,
  viewer: HydratingViewer,
  ids: string[],
): Promise<Row<typeof wholeHydration> | undefined> {
  const keys = {
    people: sql`(select people from keys)`,
    media: shownMediaOf(sql`(select media from keys)`),
    targets: sql`(select targets from keys)`,
    roots: sql`(select roots from keys)`,
  };
  return one(
    ctx.db.reads,
    wholeHydration,
    sql`with ${pageOfPosts(ids)}, keys as materialized (
        select array(select distinct unnest(audience_id || hidden_if_blocked_ids) from page) as people,
          array(select unnest(media_ids) from page) as media,
          array(select id from page where repost_of_id is null) as targets,
          array(select distinct coalesce(root_id, id) from page where repost_of_id is null) as roots
      ), ${partsFor(viewer, keys)}
      select (select json_agg(page) from page) as posts, * from cards cross join viewer cross join media`,
  );
}
