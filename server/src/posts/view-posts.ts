import type { Threaded } from '@roost/contract/comments';
import type { Post } from '@roost/contract/posts';
import type { MemberContext } from '../context.ts';
import { loadGallery } from './load-gallery.ts';
import { postNotFound } from './load-post.ts';

/**
 * Posts as this viewer sees them, in the order of the ids; those they may not see are left out, whatever list
 * the ids came from. Three statements, and one more where there are pictures, for one post or fifty; one for each step
 * from a repost to its original, and from a comment to what it answers, where these are not among them.
 */
export async function viewPosts(ctx: MemberContext, ids: string[]): Promise<Post[]> {
  return (await viewEach(ctx, ids)).filter((post) => post !== undefined);
}

/** The same with a gap for each that may not be seen. `around`: ids known to be needed with them. */
export async function viewEach(
  ctx: MemberContext,
  ids: string[],
  around: string[] = [],
): Promise<(Post | undefined)[]> {
  const gallery = await loadGallery(ctx, ids, around);
  return ids.map((id) => gallery.post(id));
}

/** The same for a thread, where what may not be seen leaves an empty place. */
export async function viewThread(
  ctx: MemberContext,
  ids: string[],
  around: string[] = [],
): Promise<Threaded[]> {
  const gallery = await loadGallery(ctx, ids, around);
  return ids.flatMap((id) => gallery.post(id) ?? gallery.place(id) ?? []);
}

/** The viewer's own comments, also those that hang on what they may no longer see (contract §4). */
export async function viewOwnComments(
  ctx: MemberContext,
  ids: string[],
): Promise<(Post | undefined)[]> {
  const gallery = await loadGallery(ctx, ids);
  return ids.map((id) => gallery.ownComment(id));
}

/** One post, or `not_found`. */
export async function viewPost(ctx: MemberContext, id: string): Promise<Post> {
  const [post] = await viewPosts(ctx, [id]);
  if (!post) throw postNotFound();
  return post;
}
