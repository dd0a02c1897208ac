import type { Context } from '../../kernel/context.ts';
import { inBatches } from '../../platform/database/in-batches.ts';
import { listUnmarked, markMedia } from './mark-media.queries.ts';
import { findWithMedia } from './user-posts.queries.ts';

/** Notes of all posts of an older version whether they have media. While such a version still runs, the next call finds its posts. */
export async function markOldMedia(ctx: Context): Promise<void> {
  await inBatches(async (limit) => {
    const posts = await listUnmarked(ctx, limit);
    const withMedia = await findWithMedia(
      ctx,
      posts.map(({ id }) => id),
    );
    for (const hasMedia of [true, false])
      await markMedia(
        ctx,
        posts.filter(({ id }) => withMedia.has(id) === hasMedia),
        hasMedia,
      );
    return posts.length;
  });
}
