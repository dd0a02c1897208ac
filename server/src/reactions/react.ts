import type { MemberContext } from '../context.ts';
import { emit, transaction } from '../db/transaction.ts';
import { lockTarget } from '../posts/load-post.ts';
import { countLikes, newestBookmarks, toggleReaction } from './reaction.queries.ts';

/** Ids of bookmarks told after a change: the newest page of them (contract §3). */
const BOOKMARKS_TOLD = 10;

export async function toggleLike(ctx: MemberContext, id: string) {
  return transaction(ctx, async (tx) => {
    const post = await lockTarget(tx, id);
    const { id: postId, author_id: ownerId } = post;
    const liked = await toggleReaction(tx, 'likes', tx.viewer.id, post);
    const name = liked ? 'reacted' : 'unreacted';
    emit(tx, { name, kind: 'like', actorId: tx.viewer.id, postId, ownerId });
    return { liked, postId, likeCount: await countLikes(tx, postId) };
  });
}

export async function toggleBookmark(ctx: MemberContext, id: string) {
  return transaction(ctx, async (tx) => {
    const post = await lockTarget(tx, id);
    const bookmarked = await toggleReaction(tx, 'bookmarks', tx.viewer.id, post);
    return { bookmarks: await newestBookmarks(tx, tx.viewer.id, BOOKMARKS_TOLD), bookmarked };
  });
}
