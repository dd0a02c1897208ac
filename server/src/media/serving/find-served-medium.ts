import { hasStaffRights } from '../../auth/policy/staff-factor.ts';
import type { Context, Viewer } from '../../kernel/context.ts';
import type { MediaRecord } from '../../platform/database/tables.ts';
import { findHeldMedium } from '../held-media.queries.ts';
import { findMediumWithOwner } from '../media.queries.ts';

/**
 * Finds the medium of a file. The posts and pictures of a hidden person are not there. The staff gets them, and deleted media that a
 * report holds.
 */
export async function findServedMedium(
  ctx: Context,
  id: string,
  viewer: Viewer | null,
): Promise<MediaRecord | undefined> {
  const found = await findMediumWithOwner(ctx, id);
  if (found && !isGone(found)) return found;
  if (!(await hasStaffRights(ctx, viewer))) return undefined;
  if (found) return found;
  const held = await findHeldMedium(ctx, id);
  return (
    held && {
      ...held,
      owner_id: '',
      used_for: 'nothing',
      post_id: null,
      message_id: null,
      position: 0,
      is_public: false,
      is_withheld: false,
      is_animated: null,
      digest: null,
      draft_id: null,
      released_at: null,
      created_at: new Date(0),
    }
  );
}

/** Messages stay readable after their sender was hidden, together with their media. The logo belongs to the site. */
function isGone({ used_for, is_owner_hidden }: MediaRecord & { is_owner_hidden: boolean }) {
  return is_owner_hidden && used_for !== 'message' && used_for !== 'site';
}
