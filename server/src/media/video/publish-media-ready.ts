import type { Context } from '../../kernel/context.ts';
import type { PayloadOf } from '../../kernel/events.ts';
import type { PublishLocally } from '../../platform/sockets/publish.ts';
import type { mediaReady } from '../media.events.ts';
import { findMedia } from '../media.queries.ts';
import { presentMedia } from '../present-media.ts';

/** Tells the tabs of a video's owner that the video is ready. */
export async function publishMediaReady(
  ctx: Context,
  { mediaId, ownerId }: PayloadOf<typeof mediaReady>,
  publish: PublishLocally,
): Promise<void> {
  const row = await findMedia(ctx, mediaId);
  if (!row) return;
  await publish(ownerId, 'mediaReady', ({ origin }) => [
    presentMedia({ ...ctx, origin }, row, ownerId),
  ]);
}
