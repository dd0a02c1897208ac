import type { MemberContext } from '../../kernel/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { deletePost } from '../../posts/delete-post.ts';
import { uncountEngagement } from '../../posts/engagement.queries.ts';
import { lockAnyPost } from '../../posts/withheld/withheld-post.queries.ts';
import { purgePost } from '../../posts/withheld/withhold-post.ts';
import * as queries from './erase-posts.queries.ts';

const POSTS_PER_BATCH = 100;
const REPLIES_PER_BATCH = 500;

/**
 * Deletes all posts, comments and reposts of the person, each as the author would, and those that the moderators withhold. Other
 * people's comments stay, with an empty place where the person's post was.
 */
export async function erasePosts(ctx: MemberContext): Promise<void> {
  for (;;) {
    const withheld = await queries.listWithheldPosts(ctx, ctx.viewer.id, POSTS_PER_BATCH);
    for (const post of withheld) await eraseWithheld(ctx, post);
    const own = await queries.listOwnPosts(ctx, ctx.viewer.id, POSTS_PER_BATCH);
    for (const post of own) {
      if (!post.repost_of_id) await showReplies(ctx, post);
      await deletePost(ctx, post.id);
    }
    if (withheld.length + own.length === 0) return;
  }
}

/** A repost is withheld together with its original. It does not come back with it. */
async function eraseWithheld(ctx: MemberContext, post: queries.OwnPost): Promise<void> {
  const { id, repost_of_id: originalId } = post;
  if (!originalId) await showReplies(ctx, post);
  await transaction(ctx, async (tx) => {
    if (!originalId) return purgePost(tx, id);
    await lockAnyPost(tx, originalId);
    const deleted = await queries.deleteWithheldRepost(tx, id);
    if (deleted?.is_counted) await uncountEngagement(tx, originalId, 'repost_count');
  });
}

/** Nobody can see an erased person. So their id must no longer hide what others wrote under their posts. */
async function showReplies(ctx: MemberContext, { id, root_id }: queries.OwnPost): Promise<void> {
  for (let after: string | null = null; ;) {
    const replies: string[] = await queries.listRepliesTo(
      ctx,
      { rootId: root_id ?? id, parentId: root_id ? id : null, after },
      REPLIES_PER_BATCH,
    );
    if (replies.length > 0) await queries.showWithoutAuthor(ctx, ctx.viewer.id, replies);
    if (replies.length < REPLIES_PER_BATCH) return;
    after = replies.at(-1) ?? null;
  }
}
