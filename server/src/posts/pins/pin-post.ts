import { AppError } from '@roost/contract/errors';
import { authorize } from '../../auth/policy/authorize.ts';
import type { MemberContext } from '../../kernel/context.ts';
import type { PostRecord } from '../../platform/database/tables.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { loadTarget, lockTarget } from '../load-post.ts';
import { pin, unpin } from './pin.queries.ts';

/**
 * Shows the viewer's own post first on the profile. A repost means its original. Throws `not_found` for an unknown and for a hidden post,
 * `forbidden` for a post of somebody else, and `bad_input` for a comment.
 */
export async function pinPost(ctx: MemberContext, postId: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    await authorize(tx, 'pin');
    // The lock keeps a deletion at the same time from leaving the pin behind.
    const post = await lockTarget(tx, postId);
    assertOwn(tx, post);
    if (post.parent_id)
      throw new AppError('bad_input', { message: 'Only posts can be pinned, not comments.' });
    await pin(tx, tx.viewer.id, post.id);
  });
}

/** Takes the post off the top of the profile. A repeated call changes nothing. Throws `not_found` and `forbidden` as `pinPost` does. */
export async function unpinPost(ctx: MemberContext, postId: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    await authorize(tx, 'pin');
    const post = await loadTarget(tx, postId);
    assertOwn(tx, post);
    await unpin(tx, tx.viewer.id, post.id);
  });
}

function assertOwn(tx: MemberContext, { author_id }: PostRecord): void {
  if (author_id !== tx.viewer.id)
    throw new AppError('forbidden', { message: 'You can pin only your own posts.' });
}
