import type { MemberContext } from '../context.ts';
import { emit, transaction } from '../db/transaction.ts';
import { judgePosts } from '../posts/judge-posts.ts';
import { lockTarget } from '../posts/load-post.ts';
import { countDoing, uncountDoing } from '../posts/post.queries.ts';
import { beforeAll, listReacted, toggleRow } from './reaction.queries.ts';

/** Ids of bookmarks told after a change: the newest page of them (contract §3). */
const BOOKMARKS_TOLD = 10;

export async function toggleLike(ctx: MemberContext, id: string) {
  const { id: actorId } = ctx.viewer;
  return transaction(ctx, async (tx) => {
    const [post, liked] = await lockTarget(tx, id, async (targetId) =>
      toggleRow(tx, 'likes', actorId, targetId),
    );
    const { id: postId, author_id: ownerId } = post;
    const like = { kind: 'like', actorId } as const;
    if (liked) emit(tx, { name: 'reacted', ...like, post });
    else emit(tx, { name: 'unreacted', ...like, postId, ownerId });
    const likeCount = liked
      ? await countDoing(tx, postId, 'like_count', { by: actorId, ownerId })
      : await uncountDoing(tx, postId, 'like_count');
    return { liked, postId, likeCount };
  });
}

export async function toggleBookmark(ctx: MemberContext, id: string) {
  return transaction(ctx, async (tx) => {
    const [, bookmarked] = await lockTarget(tx, id, async (targetId) =>
      toggleRow(tx, 'bookmarks', tx.viewer.id, targetId),
    );
    return { bookmarks: await newestBookmarks(tx), bookmarked };
  });
}

/** Of as many as a page has, and a few more, those that can be seen. */
async function newestBookmarks(tx: MemberContext): Promise<string[]> {
  const candidates = await listReacted(
    tx,
    'bookmarks',
    tx.viewer.id,
    beforeAll,
    BOOKMARKS_TOLD * 2,
  );
  const ids = candidates.map((candidate) => candidate.id);
  const visible = await judgePosts(tx, ids);
  return ids.filter((each) => visible.has(each)).slice(0, BOOKMARKS_TOLD);
}
