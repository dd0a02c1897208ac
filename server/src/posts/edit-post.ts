import { AppError } from '@roost/contract/errors';
import type { Post } from '@roost/contract/posts';
import type { MemberContext } from '../context.ts';
import { loadMedia } from '../media/view-media.ts';
import { checkContent, resolveEntities } from './create-post.ts';
import { loadVisible } from './load-post.ts';
import { updateContent } from './post.queries.ts';
import { viewPosts } from './view-posts.ts';

/** Changes what an own post says and spends one of its chances; the update itself holds the window. */
export async function editPost(ctx: MemberContext, id: string, rawContent: string): Promise<Post> {
  const post = await loadVisible(ctx, id);
  if (post.author_id !== ctx.viewer.id || post.repost_of_id) throw new AppError('forbidden');
  const hasMedia = (await loadMedia(ctx, [id])).size > 0;
  const content = checkContent(ctx, rawContent, hasMedia);
  const edit = { content, ...(await resolveEntities(ctx, content)) };
  if (!(await updateContent(ctx, id, ctx.viewer.id, edit))) throw new AppError('edit_closed');
  const [edited] = await viewPosts(ctx, [id]);
  if (!edited) throw new AppError('not_found', { message: 'Post not found.' });
  return edited;
}
