import { AppError } from '@roost/contract/errors';
import { authorize } from '../../auth/policy/authorize.ts';
import type { MemberContext } from '../../kernel/context.ts';
import { emit, transaction } from '../../platform/database/transaction.ts';
import { loadTarget, loadVisible } from '../../posts/load-post.ts';
import { findFollowed } from '../../relations/follow.queries.ts';
import { lessChanged } from './less.events.ts';
import { deleteLess, insertLess, type LessKind } from './less.queries.ts';

/**
 * Stores "Not this". For 14 days, 'For you' leaves the post out, and ranks its author and its kind lower. For a repost, this concerns the
 * original, and the kind is `reposted`. Nobody else learns of it. Throws `not_found` if the viewer may not see the post, and `self_action`
 * for the reader's own one.
 */
export async function showLess(ctx: MemberContext, id: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    const { id: userId } = tx.viewer;
    await authorize(tx, 'changeOwnFeeds');
    const named = await loadVisible(tx, id);
    const post = named.repost_of_id ? await loadVisible(tx, named.repost_of_id) : named;
    if (post.author_id === userId) throw new AppError('self_action');
    const kind: LessKind = named.repost_of_id
      ? 'reposted'
      : (await findFollowed(tx, userId, [post.author_id])).length > 0
        ? 'followed'
        : 'stranger';
    await insertLess(tx, { userId, postId: post.id, authorId: post.author_id, kind });
    emit(tx, lessChanged, { userId });
  });
}

/** Deletes the "Not this". A repeated call changes nothing. Throws `not_found` for a post that the viewer may not see. */
export async function undoShowLess(ctx: MemberContext, id: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    const { id: userId } = tx.viewer;
    await authorize(tx, 'changeOwnFeeds');
    // The post may be gone meanwhile.
    const isDeleted = await deleteLess(tx, userId, id);
    if (!isDeleted) await deleteLess(tx, userId, (await loadTarget(tx, id)).id);
    emit(tx, lessChanged, { userId });
  });
}
