import { assertEmailVerified } from '../auth/addresses/assert-email-verified.ts';
import { deliverAppended } from '../event-log/append.ts';
import type { MemberContext } from '../kernel/context.ts';
import { inOneStatement } from '../platform/database/transaction.ts';
import { findVisiblePosts } from '../posts/access/find-visible-posts.ts';
import { loadTarget, postNotFound } from '../posts/load-post.ts';
import {
  listReacted,
  startPosition,
  toggleBookmarkRow,
  toggleLikeRow,
  type ToggledLike,
} from './reaction.queries.ts';

/** The most bookmark ids in the answer to a change. */
const MAX_ANSWERED_BOOKMARKS = 10;

/** Likes a post, or removes the like. Throws `not_found` if the viewer may not see the post. */
export async function toggleLike(ctx: MemberContext, id: string) {
  await assertEmailVerified(ctx);
  const { id: postId } = await loadTarget(ctx, id);
  return inOneStatement(ctx, async (tx) => {
    const toggled = await toggleLikeRow(tx, tx.viewer.id, postId);
    if (!toggled) throw postNotFound();
    const { isLiked: liked, count: likeCount } = toggled;
    deliverAppended(tx, entryOf(toggled));
    return { liked, postId, likeCount };
  });
}

/** The entry that the database has appended to the author's event log. None if `authorSeq` is null. */
function entryOf({ isLiked, authorId, authorSeq: seq, notificationId }: ToggledLike) {
  if (seq === null) return [];
  const entry = { userId: authorId, seq, sent_by: null };
  return isLiked
    ? [{ ...entry, name: 'notification' as const, item: { notificationId } }]
    : [{ ...entry, name: 'notificationsChanged' as const, item: {} }];
}

/** Bookmarks a post, or removes the bookmark. Throws `not_found` if the viewer may not see the post. */
export async function toggleBookmark(ctx: MemberContext, id: string) {
  const { id: postId } = await loadTarget(ctx, id);
  const bookmarked = await inOneStatement(ctx, async (tx) =>
    toggleBookmarkRow(tx, tx.viewer.id, postId),
  );
  if (bookmarked === null) throw postNotFound();
  return { bookmarks: await listNewestBookmarks(ctx), bookmarked };
}

/** Lists the newest visible bookmarks. It reads twice as many, because some may be hidden. */
async function listNewestBookmarks(ctx: MemberContext): Promise<string[]> {
  const candidates = await listReacted(
    ctx,
    'bookmarks',
    ctx.viewer.id,
    startPosition,
    MAX_ANSWERED_BOOKMARKS * 2,
  );
  const ids = candidates.map((candidate) => candidate.id);
  const visible = await findVisiblePosts(ctx, ids);
  return ids.filter((each) => visible.has(each)).slice(0, MAX_ANSWERED_BOOKMARKS);
}
