import { deliverAppended } from '../../event-log/append.ts';
import type { MemberContext } from '../../kernel/context.ts';
import { deleteNotification } from '../../notifications/notification.queries.ts';
import type { PostRecord } from '../../platform/database/tables.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { uncountEngagement } from '../../posts/engagement.queries.ts';
import { lockAnyPost } from '../../posts/withheld/withheld-post.queries.ts';
import {
  deleteEngagements,
  deleteLike,
  findEngagements,
  listLikedIds,
  type EngagementKey,
} from './erase-reactions.queries.ts';

const LIKES_PER_BATCH = 200;
const ENGAGERS_PER_BATCH = 20_000;

export async function eraseLikes(ctx: MemberContext): Promise<void> {
  for (;;) {
    const ids = await listLikedIds(ctx, ctx.viewer.id, LIKES_PER_BATCH);
    for (const id of ids) await eraseLike(ctx, id);
    if (ids.length < LIKES_PER_BATCH) return;
  }
}

/** Removes a like, never adds one, so a repetition is harmless. */
async function eraseLike(ctx: MemberContext, postId: string): Promise<void> {
  const actorId = ctx.viewer.id;
  await transaction(ctx, async (tx) => {
    // The likes of a withheld post count when it comes back.
    const post = await lockAnyPost(tx, postId);
    const like = await deleteLike(tx, actorId, postId);
    if (!like || !post || isDeleted(post)) return;
    if (like.is_counted) await uncountEngagement(tx, postId, 'like_count');
    const userId = post.author_id;
    if (userId === actorId) return;
    const seq = await deleteNotification(tx, { userId, actorId, type: 'like', postId });
    if (seq === null) return;
    deliverAppended(tx, [{ userId, seq, name: 'notificationsChanged', item: {}, sent_by: null }]);
  });
}

const isDeleted = ({ deleted_at, withheld_as }: PostRecord) => deleted_at !== null && !withheld_as;

/**
 * Removes the person from the engagers of all posts. The table has no index by person, so this reads it once from the beginning
 * to the end, in batches.
 */
export async function eraseEngagements(ctx: MemberContext): Promise<void> {
  for (let after: EngagementKey | null = null; ;) {
    const { found, last } = await findEngagements(ctx, ctx.viewer.id, after, ENGAGERS_PER_BATCH);
    if (found.length > 0)
      await transaction(ctx, async (tx) => deleteEngagements(tx, ctx.viewer.id, found));
    if (!last) return;
    after = last;
  }
}
