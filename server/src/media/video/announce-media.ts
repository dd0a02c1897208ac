import type { Context } from '../../context.ts';
import type { Publish } from '../../realtime/publish.ts';
import { findMedia } from '../media.queries.ts';
import { viewMedia } from '../view-media.ts';

/** Tells the tabs of a video's owner that it can be played. */
export async function announceMedia(
  ctx: Context,
  publish: Publish,
  { mediaId, ownerId }: { mediaId: string; ownerId: string },
): Promise<void> {
  const row = await findMedia(ctx, mediaId);
  if (!row) return;
  await publish(ownerId, 'mediaReady', ({ origin }) => [
    viewMedia({ ...ctx, origin }, row, ownerId),
  ]);
}
