import { v7 as newId } from 'uuid';
import { AppError } from '@roost/contract/errors';
import type { Post } from '@roost/contract/posts';
import { assertEmailVerified } from '../auth/addresses/assert-email-verified.ts';
import type { MemberContext } from '../kernel/context.ts';
import { emit, transaction } from '../platform/database/transaction.ts';
import { accessScopeOfRepost } from '../posts/access/access-scope.ts';
import { presentPost } from '../posts/hydration/present-posts.ts';
import { loadVisible, lockTarget } from '../posts/load-post.ts';
import { deleteRepost } from '../posts/delete-post.queries.ts';
import { published, reposted, unreposted } from '../posts/posts.events.ts';
import { findRepost, insertRepost } from './repost.queries.ts';

/**
 * Reposts a post. Returns the existing repost if there is one. Throws `not_repostable` for somebody else's post for followers,
 * and `not_found` if the viewer may not see the post.
 */
export async function repostPost(ctx: MemberContext, id: string): Promise<Post> {
  await assertEmailVerified(ctx);
  return transaction(ctx, async (tx) => {
    const original = await lockTarget(tx, id);
    if (original.visibility === 'followers' && original.audience_id !== tx.viewer.id) {
      throw new AppError('not_repostable');
    }
    const known = await findRepost(tx, tx.viewer.id, original.id);
    const repostId = known ?? newId();
    if (!known) {
      const row = {
        id: repostId,
        author_id: tx.viewer.id,
        repost_of_id: original.id,
        ...accessScopeOfRepost(tx.viewer.id, original),
        edit_valid_till: new Date(),
        edit_chances_left: 0,
      };
      await insertRepost(tx, row, original.author_id);
      emit(tx, reposted, { actorId: tx.viewer.id, post: original });
      emit(tx, published, {
        postId: repostId,
        authorId: tx.viewer.id,
        visibility: original.visibility,
        repostOfId: original.id,
      });
    }
    return presentPost(tx, repostId);
  });
}

/** Deletes the viewer's repost. The id may be the repost's own or its original's. Returns the id of the original. */
export async function unrepostPost(ctx: MemberContext, id: string): Promise<string> {
  return transaction(ctx, async (tx) => {
    const named = await loadVisible(tx, id);
    const original = await lockTarget(tx, named.repost_of_id ?? named.id);
    await deleteRepost(tx, tx.viewer.id, original.id);
    const { id: postId, author_id: ownerId } = original;
    emit(tx, unreposted, { actorId: tx.viewer.id, postId, ownerId });
    return original.id;
  });
}
