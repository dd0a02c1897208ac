import type { MemberContext } from '../../kernel/context.ts';
import { releaseMedia } from '../media.queries.ts';
import { changeUsage } from '../quota/usage.queries.ts';

/**
 * Turns the media of the viewer's own post into unattached uploads again. Only their owner sees them. Unused, they stay for a
 * day. Their number can pass the limit of unattached uploads, because a person must not lose files by Undo. The quotas of bytes
 * bound them.
 */
export async function releaseMediaOfPost(
  tx: MemberContext,
  post: { id: string; media_ids: string[] },
): Promise<void> {
  if (post.media_ids.length === 0) return;
  const unattached = await releaseMedia(tx, tx.viewer.id, post);
  await changeUsage(tx, tx.viewer.id, { unattached });
}
