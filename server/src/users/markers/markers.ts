import type { Markers } from '@roost/contract/markers';
import { authorize } from '../../auth/policy/authorize.ts';
import type { MemberContext } from '../../kernel/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { listMarkers, storeMarker, type MarkedList, type MarkerRow } from './marker.queries.ts';

/** Reads how far the viewer has read. Null for a list without a position. */
export async function readMarkers(ctx: MemberContext): Promise<Markers> {
  return presentMarkers(await listMarkers(ctx, ctx.viewer.id));
}

/** Stores these positions, each unless there is a newer one. Returns all positions after that. */
export async function setMarkers(
  ctx: MemberContext,
  { following, notifications }: { [List in MarkedList]?: Markers[List] | undefined },
): Promise<Markers> {
  return transaction(ctx, async (tx) => {
    await authorize(tx, 'setMarker');
    const { id } = tx.viewer;
    if (following) await storeMarker(tx, id, row('following', following.postId, following.at));
    if (notifications)
      await storeMarker(tx, id, row('notifications', notifications._id, notifications.at));
    return readMarkers(tx);
  });
}

/** The database knows no year 0, and nobody read anything before 1970. */
const row = (list: MarkedList, item_id: string, at: string) => ({
  list,
  item_id,
  at: new Date(Math.max(0, Date.parse(at))).toISOString(),
});

function presentMarkers(found: MarkerRow[]): Markers {
  const [following, notifications] = (['following', 'notifications'] as const).map((list) =>
    found.find((each) => each.list === list),
  );
  return {
    following: following ? { postId: following.item_id, at: following.at.toISOString() } : null,
    notifications: notifications
      ? { _id: notifications.item_id, at: notifications.at.toISOString() }
      : null,
  };
}
