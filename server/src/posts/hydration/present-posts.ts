import type { Threaded, Post } from '@roost/contract/posts';
import type { MutedPlace } from '@roost/contract/text/muted-words';
import type { MemberContext } from '../../kernel/context.ts';
import { postNotFound } from '../load-post.ts';
import { hydratePost, hydratePosts } from './hydrate-posts.ts';

/**
 * Presents posts in the order of the ids, with undefined for each post that the viewer may not see. It checks each post, so the
 * caller need not. Where one machine holds the data, it takes one statement for any number of posts. `referencedIds` has the ids
 * of originals and parents, if the caller knows them.
 */
export async function presentEach(
  ctx: MemberContext,
  ids: string[],
  referencedIds?: string[],
): Promise<(Post | undefined)[]> {
  const posts = await hydratePosts(ctx, ids, referencedIds);
  return ids.map((id) => posts.post(id));
}

/** The same for a feed or a search, which leave out the posts that the viewer mutes there. */
export async function presentEachUnmuted(
  ctx: MemberContext,
  place: MutedPlace,
  ids: string[],
  referencedIds?: string[],
): Promise<(Post | undefined)[]> {
  const posts = await hydratePosts(ctx, ids, referencedIds);
  return ids.map((id) => posts.unmutedPost(id, place));
}

/** The same for a thread, with a placeholder for each comment that is deleted or hidden. */
export async function presentThread(ctx: MemberContext, ids: string[]): Promise<Threaded[]> {
  const posts = await hydratePosts(ctx, ids);
  return ids.flatMap((id) => posts.threaded(id) ?? []);
}

/** Presents the viewer's own comments, also those under a root that the viewer may no longer see. */
export async function presentOwnComments(
  ctx: MemberContext,
  ids: string[],
): Promise<(Post | undefined)[]> {
  const posts = await hydratePosts(ctx, ids);
  return ids.map((id) => posts.ownComment(id));
}

/** Presents one post. Throws `not_found` if it is unknown or hidden. */
export async function presentPost(ctx: MemberContext, id: string): Promise<Post> {
  const post = (await hydratePost(ctx, id)).post(id);
  if (!post) throw postNotFound();
  return post;
}
