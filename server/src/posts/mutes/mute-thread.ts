import { authorize } from '../../auth/policy/authorize.ts';
import type { MemberContext } from '../../kernel/context.ts';
import { emit, transaction } from '../../platform/database/transaction.ts';
import { loadTarget } from '../load-post.ts';
import { threadMutesChanged } from '../posts.events.ts';
import { deleteThreadMute, insertThreadMute } from './thread-mute.queries.ts';

/**
 * The viewer gets no more notifications of the thread of a post or comment. Earlier ones stay. A repeated call changes nothing.
 * Throws `not_found` if the viewer may not see the post.
 */
export async function muteThread(ctx: MemberContext, postId: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    await authorize(tx, 'mute');
    const { id, root_id } = await loadTarget(tx, postId);
    await insertThreadMute(tx, tx.viewer.id, root_id ?? id);
    emit(tx, threadMutesChanged, { userId: tx.viewer.id });
  });
}

/** The viewer gets notifications of the thread again. Repetitions and errors are as above. */
export async function unmuteThread(ctx: MemberContext, postId: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    await authorize(tx, 'mute');
    const { id, root_id } = await loadTarget(tx, postId);
    await deleteThreadMute(tx, tx.viewer.id, root_id ?? id);
    emit(tx, threadMutesChanged, { userId: tx.viewer.id });
  });
}
