import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { shownMediaColumn, shownMediaOf } from '../../media/media.queries.ts';
import { one, type Row } from '../../platform/database/query.ts';
import { authorCardColumns, authorCardsOf, relationshipColumns } from '../../users/user.queries.ts';

const hydrationParts = {
  ...authorCardColumns,
  /** Ids of the posts that the viewer liked, bookmarked and reposted. */
  liked: 'uuid[]',
  bookmarked: 'uuid[]',
  reposted: 'uuid[]',
  ...shownMediaColumn,
} as const;
export type HydrationParts = Row<typeof hydrationParts>;

/** The keys of what posts need: people, media, and the targets whose likes, bookmarks and reposts by the viewer are read. */
export interface HydrationKeys {
  people: string[];
  media: string[];
  targets: string[];
}

/**
 * Reads author cards, media and the viewer's state for some posts, in one statement. Each part of it has one distribution key:
 * the people, the viewer and the media.
 */
export async function findHydrationParts(
  ctx: Context,
  viewerId: string,
  { people, media, targets }: HydrationKeys,
): Promise<HydrationParts | undefined> {
  return one(
    ctx.db.reads,
    hydrationParts,
    sql`with cards as materialized (${authorCardsOf(people)}), viewer as materialized (
        select ${relationshipColumns(viewerId, people)},
          array(select post_id from likes where user_id = ${viewerId} and post_id = any(${targets}::uuid[])) as liked,
          array(select post_id from bookmarks where user_id = ${viewerId} and post_id = any(${targets}::uuid[])) as bookmarked,
          array(select repost_of_id from author_posts
            where author_id = ${viewerId} and repost_of_id = any(${targets}::uuid[])) as reposted
      ), media as materialized (${shownMediaOf(media)})
      select * from cards cross join viewer cross join media`,
  );
}
