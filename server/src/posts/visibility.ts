import { sql } from 'kysely';
import { hiddenFrom } from '../relations/block.queries.ts';
import { isHidden } from '../users/hidden-user.queries.ts';

/**
 * The columns that decide who sees a post. Each row has its own copy, so the rule reads no other post. A comment takes
 * visibility and audience from its root, and names the authors of its parent and root. A repost copies its original and names
 * the reposter too.
 */
export interface AccessScope {
  visibility: 'public' | 'followers';
  /** The person whose followers see a post for followers. */
  audience_id: string;
  /** The hidden-if-blocked ids. A block between the viewer and one of these people hides the post. */
  hidden_if_blocked_ids: string[];
}

/** The columns that decide whether a post is there at all. */
export interface PostExistence {
  author_id: string;
  deleted_at: Date | null;
  /** Moderators hid it from all but its author, or removed it. It then counts as deleted. */
  withheld_as: 'hidden' | 'removed' | null;
}

/** Tells whether a post is there for a viewer. A post that moderators hid is there for its author only. */
export function isThereFor(post: PostExistence, viewerId: string): boolean {
  return !post.deleted_at || (post.withheld_as === 'hidden' && post.author_id === viewerId);
}

/** The same as an SQL condition on `posts`. */
export const isPostThereFor = (viewerId: string) =>
  sql<boolean>`(deleted_at is null or (withheld_as = 'hidden' and author_id = ${viewerId}))`;

/** How one viewer relates to other people. */
export interface ViewerRelationships {
  viewerId: string;
  follows: (userId: string) => boolean;
  /** True for a block in either direction, and for a hidden person. */
  isBlocked: (userId: string) => boolean;
}

/** The relationships of a viewer who follows `followedIds`. A block, in either direction, stands between them and `blockedIds`. */
export function relationshipsOf(
  viewerId: string,
  followedIds: Iterable<string>,
  blockedIds: Iterable<string>,
): ViewerRelationships {
  const followed = new Set(followedIds);
  const blocked = new Set(blockedIds);
  return { viewerId, follows: (id) => followed.has(id), isBlocked: (id) => blocked.has(id) };
}

/** The one rule of who sees a post. */
export function canSee(post: AccessScope, viewer: ViewerRelationships): boolean {
  if (post.hidden_if_blocked_ids.some((id) => viewer.isBlocked(id))) return false;
  return (
    post.visibility === 'public' ||
    post.audience_id === viewer.viewerId ||
    viewer.follows(post.audience_id)
  );
}

/**
 * Two CTEs for a statement that uses `isVisibleTo`. `hidden` has the people with a block to or from the viewer. `followed` has
 * the people the viewer follows. PostgreSQL reads each table once, for any number of posts.
 */
export const relationshipTables = (
  viewerId: string,
) => sql`${hiddenFrom(viewerId)}, followed as materialized (
    select followee_id as id from follows where follower_id = ${viewerId}
  )`;

/**
 * The same rule as an SQL condition on `post_search` and `post_hashtags`. These tables have no comments and no reposts, so only
 * a block of the author, or a hidden author, hides a row. The statement needs `relationshipTables`. A test compares both forms of the rule.
 */
export const isVisibleTo = (
  viewerId: string,
) => sql<boolean>`author_id not in (select id from hidden) and not ${isHidden(sql`author_id`)}
  and (visibility = 'public' or author_id = ${viewerId} or author_id in (select id from followed))`;
