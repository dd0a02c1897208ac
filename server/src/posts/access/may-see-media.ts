import { hasStaffRights } from '../../auth/policy/staff-factor.ts';
import { findHeldIds } from '../../media/held-media.queries.ts';
import type { MaySeeMedia } from '../../media/serving/media-access.ts';
import { findVisiblePosts } from './find-visible-posts.ts';

/**
 * Whether a viewer may see a medium. For a post, the one visibility rule decides. An unattached upload is only for its
 * owner. Both people can read a message until it is deleted or withheld, together with its pictures, so a message needs no other
 * check. The staff may see the media of reports.
 */
export const maySeeMedia: MaySeeMedia = async (ctx, media) => {
  if ((await hasStaffRights(ctx, ctx.viewer)) && (await findHeldIds(ctx, [media.id])).size > 0)
    return true;
  if (media.is_withheld) return false;
  if (media.used_for === 'nothing') return media.owner_id === ctx.viewer.id;
  if (media.post_id === null) return true;
  return (await findVisiblePosts(ctx, [media.post_id])).has(media.post_id);
};
