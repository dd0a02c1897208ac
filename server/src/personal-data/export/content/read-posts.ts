import type { MemberContext } from '../../../kernel/context.ts';
import { listReacted, startPosition } from '../../../reactions/reaction.queries.ts';
import { postUrl, type ExportItem } from './export-item.ts';
import { loadExportedMedia } from './media/exported-media.ts';
import { listMutedThreads, listOwnPosts } from './read-posts.queries.ts';

const POSTS_PER_READ = 200;

/** Reads the posts, comments and reposts of a person, newest first. A post of somebody else is only a link. */
export async function* readPosts(ctx: MemberContext): AsyncGenerator<ExportItem> {
  for (let before: string | null = null; ;) {
    const posts = await listOwnPosts(ctx, ctx.viewer.id, before, POSTS_PER_READ);
    const mediaOf = await loadExportedMedia(
      ctx,
      posts.flatMap(({ media_ids }) => media_ids),
    );
    for (const post of posts)
      yield {
        at: post.created_at.toISOString(),
        text: post.content,
        url: postUrl(ctx, post.repost_of_id ?? post.id),
        media: mediaOf(post.media_ids),
        details: {
          visibility: post.visibility,
          isRepost: post.repost_of_id !== null,
          ...(post.parent_id && { answers: postUrl(ctx, post.parent_id) }),
          ...(post.edited_at && { editedAt: post.edited_at.toISOString() }),
          ...(post.hashtags.length > 0 && { hashtags: post.hashtags }),
        },
      };
    if (posts.length < POSTS_PER_READ) return;
    before = posts.at(-1)?.id ?? null;
  }
}

export const readLikes = (ctx: MemberContext) => readReactions(ctx, 'likes');
export const readBookmarks = (ctx: MemberContext) => readReactions(ctx, 'bookmarks');

/** Reads what a person liked or bookmarked, as links only. */
async function* readReactions(
  ctx: MemberContext,
  table: 'likes' | 'bookmarks',
): AsyncGenerator<ExportItem> {
  for (let after = startPosition; ;) {
    const found = await listReacted(ctx, table, ctx.viewer.id, after, POSTS_PER_READ);
    for (const { id, at } of found) yield { at: new Date(at).toISOString(), url: postUrl(ctx, id) };
    const last = found.at(-1);
    if (!last || found.length < POSTS_PER_READ) return;
    after = last;
  }
}

/** Reads the threads that a person muted, as links only. */
export async function* readMutedThreads(ctx: MemberContext): AsyncGenerator<ExportItem> {
  for (let before: string | null = null; ;) {
    const found = await listMutedThreads(ctx, ctx.viewer.id, before, POSTS_PER_READ);
    for (const { id, created_at } of found)
      yield { at: created_at.toISOString(), url: postUrl(ctx, id) };
    if (found.length < POSTS_PER_READ) return;
    before = found.at(-1)?.id ?? null;
  }
}
