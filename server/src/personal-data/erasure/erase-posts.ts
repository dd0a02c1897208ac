import type { MemberContext } from '../../kernel/context.ts';
import { deletePost } from '../../posts/delete-post.ts';
import { listOwnPosts, listRepliesTo, showWithoutAuthor } from './erase-posts.queries.ts';

const POSTS_PER_BATCH = 100;
const REPLIES_PER_BATCH = 500;

/**
 * Deletes all posts, comments and reposts of the person, each as the author would. Other people's comments stay, with an empty
 * place where the person's post was.
 */
export async function erasePosts(ctx: MemberContext): Promise<void> {
  for (;;) {
    const own = await listOwnPosts(ctx, ctx.viewer.id, POSTS_PER_BATCH);
    for (const post of own) {
      if (!post.repost_of_id) await showReplies(ctx, post);
      await deletePost(ctx, post.id);
    }
    if (own.length < POSTS_PER_BATCH) return;
  }
}

/** Nobody can see an erased person. So their id must no longer hide what others wrote under their posts. */
async function showReplies(
  ctx: MemberContext,
  { id, root_id }: { id: string; root_id: string | null },
): Promise<void> {
  for (let after: string | null = null; ;) {
    const replies: string[] = await listRepliesTo(
      ctx,
      { rootId: root_id ?? id, parentId: root_id ? id : null, after },
      REPLIES_PER_BATCH,
    );
    if (replies.length > 0) await showWithoutAuthor(ctx, ctx.viewer.id, replies);
    if (replies.length < REPLIES_PER_BATCH) return;
    after = replies.at(-1) ?? null;
  }
}
