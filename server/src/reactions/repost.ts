import { v7 as newId } from 'uuid';
import { AppError } from '@roost/contract/errors';
import type { Post } from '@roost/contract/posts';
import type { MemberContext } from '../context.ts';
import { emit, transaction } from '../db/transaction.ts';
import { guardsOfRepost } from '../posts/guards.ts';
import { loadVisible, lockTarget } from '../posts/load-post.ts';
import { viewPost } from '../posts/view-posts.ts';
import { deleteRepost, findRepost, insertRepost } from '../posts/repost.queries.ts';

/** Reposts a post; again gives the repost there is. */
export async function repost(ctx: MemberContext, id: string): Promise<Post> {
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
        ...guardsOfRepost(tx.viewer.id, original),
        edit_valid_till: new Date(),
        edit_chances_left: 0,
      };
      await insertRepost(tx, row, original.author_id);
      emit(tx, { name: 'reacted', ...doing(tx), post: original });
      emit(tx, {
        name: 'published',
        postId: repostId,
        authorId: tx.viewer.id,
        visibility: original.visibility,
        repostOfId: original.id,
      });
    }
    return viewPost(tx, repostId);
  });
}

/** Takes the viewer's repost away, named by its own id or its original's; returns the original's id. */
export async function unrepost(ctx: MemberContext, id: string): Promise<string> {
  return transaction(ctx, async (tx) => {
    const named = await loadVisible(tx, id);
    const original = await lockTarget(tx, named.repost_of_id ?? named.id);
    await deleteRepost(tx, tx.viewer.id, original.id);
    const { id: postId, author_id: ownerId } = original;
    emit(tx, { name: 'unreacted', ...doing(tx), postId, ownerId });
    return original.id;
  });
}

function doing({ viewer }: MemberContext) {
  return { kind: 'repost', actorId: viewer.id } as const;
}
