import type { Context } from '../kernel/context.ts';
import type { Published } from '../posts/posts.events.ts';
import type { Block, Follow } from '../relations/relations.events.ts';

// Updates the feed caches after a post, follow or block. Every node reacts before the request gets its answer.

export function logPublication({ feed }: Context, published: Published): void {
  feed.publications.append(published);
}

/** Brings the post to the stored timelines. One node is enough. */
export function fanOutPublished(ctx: Context, { authorId, postId, repostOfId }: Published): void {
  ctx.feed.fanOut.add(ctx, { author_id: authorId, post_id: postId, repost_of_id: repostOfId });
}

/** The next first page of this person gets a new snapshot. */
export function invalidateFeedOf({ feed }: Context, { userId }: { userId: string }): void {
  feed.snapshots.invalidate(userId);
}

/** The next first page of the follower gets a new snapshot. */
export function invalidateFeedOfFollower({ feed }: Context, { followerId }: Follow): void {
  feed.snapshots.invalidate(followerId);
}

export function invalidateFeedsOfPair({ feed }: Context, { blockerId, blockedId }: Block): void {
  feed.snapshots.invalidate(blockerId);
  feed.snapshots.invalidate(blockedId);
}

/** Removes the posts of the unfollowed person from the follower's stored timeline. One node is enough. */
export function cutTimelineOfFollower(ctx: Context, { followerId, followeeId }: Follow): void {
  ctx.feed.fanOut.removeAuthor(ctx, { userId: followerId, authorId: followeeId });
}

export function cutTimelinesOfPair(ctx: Context, { blockerId, blockedId }: Block): void {
  ctx.feed.fanOut.removeAuthor(ctx, { userId: blockerId, authorId: blockedId });
  ctx.feed.fanOut.removeAuthor(ctx, { userId: blockedId, authorId: blockerId });
}
