import { authorize } from '../../auth/policy/authorize.ts';
import type { MemberContext } from '../../kernel/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { setListPositions } from '../../relations/lists/list.queries.ts';
import { setFeedPositions } from '../kept/kept-feed.queries.ts';

/**
 * Orders the tabs of the viewer's lists and kept feeds. Those without a place here come last, the oldest first. Ids of nothing, and of
 * what belongs to somebody else, have no effect.
 */
export async function orderFeeds(ctx: MemberContext, ids: string[]): Promise<void> {
  await transaction(ctx, async (tx) => {
    await authorize(tx, 'changeOwnFeeds');
    await setListPositions(tx, tx.viewer.id, ids);
    await setFeedPositions(tx, tx.viewer.id, ids);
  });
}
