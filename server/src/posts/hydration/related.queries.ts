import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { shownMediaColumn, shownMediaOf } from '../../media/media.queries.ts';
import { keysOf } from '../../platform/database/keys.ts';
import { one, type Row } from '../../platform/database/query.ts';
import { authorCardColumns, authorCardsOf, knownAmong } from '../../users/user.queries.ts';

const related = {
  ...authorCardColumns,
  /** Ids of the posts that the viewer liked, bookmarked and reposted. */
  liked: 'uuid[]',
  bookmarked: 'uuid[]',
  reposted: 'uuid[]',
  ...shownMediaColumn,
} as const;
export type RelatedRows = Row<typeof related>;

/** Which rows belong to some posts: their people, their media, and the posts whose state the viewer sees. */
export interface RelatedKeys {
  people: string[];
  media: string[];
  targets: string[];
}

/** Reads all rows that belong to some posts, in one statement. Each of its parts reads by one kind of key. */
export async function findRelated(
  ctx: Context,
  viewerId: string,
  { people, media, targets }: RelatedKeys,
): Promise<RelatedRows | undefined> {
  const posts = keysOf(targets);
  const users = keysOf(people);
  return one(
    ctx.db.reads,
    related,
    sql`with cards as materialized (${authorCardsOf(users)}), viewer as materialized (
        select ${knownAmong(viewerId, users)},
          array(select post_id from likes where user_id = ${viewerId} and post_id = any(${posts}::uuid[])) as liked,
          array(select post_id from bookmarks where user_id = ${viewerId} and post_id = any(${posts}::uuid[])) as bookmarked,
          array(select repost_of_id from author_posts
            where author_id = ${viewerId} and repost_of_id = any(${posts}::uuid[])) as reposted
      ), media as materialized (${shownMediaOf(media)})
      select * from cards cross join viewer cross join media`,
  );
}
