import type { MemberContext } from '../kernel/context.ts';
import { emit, transaction } from '../platform/database/transaction.ts';
import { reacted, unreacted } from '../posts/posts.events.ts';
import { findVisiblePosts } from '../posts/access/find-visible-posts.ts';
import { countEngagement, uncountEngagement } from '../posts/engagement.queries.ts';
import { lockTarget } from '../posts/load-post.ts';
import { listReacted, startPosition, toggleRow } from './reaction.queries.ts';

/** The most bookmark ids in the answer to a change. */
const MAX_ANSWERED_BOOKMARKS = 10;

/** Likes a post, or removes the like. Throws `not_found` if the viewer may not see the post. */
export async function toggleLike(ctx: MemberContext, id: string) {
  const { id: actorId } = ctx.viewer;
  return transaction(ctx, async (tx) => {
    const [post, liked] = await lockTarget(tx, id, async (targetId) =>
      toggleRow(tx, 'likes', actorId, targetId),
    );
    const { id: postId, author_id: ownerId } = post;
    const like = { kind: 'like', actorId } as const;
    if (liked) emit(tx, reacted, { ...like, post });
    else emit(tx, unreacted, { ...like, postId, ownerId });
    const likeCount = liked
      ? await countEngagement(tx, postId, 'like_count', { by: actorId, ownerId })
      : await uncountEngagement(tx, postId, 'like_count');
    return { liked, postId, likeCount };
  });
}

/** Bookmarks a post, or removes the bookmark. Throws `not_found` if the viewer may not see the post. */
export async function toggleBookmark(ctx: MemberContext, id: string) {
  return transaction(ctx, async (tx) => {
    const [, bookmarked] = await lockTarget(tx, id, async (targetId) =>
      toggleRow(tx, 'bookmarks', tx.viewer.id, targetId),
    );
    return { bookmarks: await listNewestBookmarks(tx), bookmarked };
  });
}

/** Lists the newest visible bookmarks. It reads twice as many, because some may be hidden. */
async function listNewestBookmarks(tx: MemberContext): Promise<string[]> {
  const candidates = await listReacted(
    tx,
    'bookmarks',
    tx.viewer.id,
    startPosition,
    MAX_ANSWERED_BOOKMARKS * 2,
  );
  const ids = candidates.map((candidate) => candidate.id);
  const visible = await findVisiblePosts(tx, ids);
  return ids.filter((each) => visible.has(each)).slice(0, MAX_ANSWERED_BOOKMARKS);
}
