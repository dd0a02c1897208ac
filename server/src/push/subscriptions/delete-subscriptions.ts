import type { sessionsEnded } from '../../auth/auth.events.ts';
import type { Context } from '../../kernel/context.ts';
import type { PayloadOf } from '../../kernel/events.ts';
import { deleteSubscriptionsOfSessions, listExpiredSessions } from './push-subscription.queries.ts';
import { MIN_ID } from '../../platform/database/id-bounds.ts';

const BATCH = 500;

/** A browser gets nothing any more once its session has ended. */
export async function deleteSubscriptionsOfEndedSessions(
  tx: Context,
  ended: PayloadOf<typeof sessionsEnded>[],
): Promise<void> {
  await deleteSubscriptionsOfSessions(
    tx,
    ended.flatMap(({ sessionIds }) => sessionIds),
  );
}

/** Deletes the subscriptions of sessions that have expired. No push goes to them before that, either. */
export async function deleteSubscriptionsOfExpiredSessions(ctx: Context): Promise<void> {
  for (let after = MIN_ID; ;) {
    const ids = await listExpiredSessions(ctx, after, BATCH);
    await deleteSubscriptionsOfSessions(ctx, ids);
    if (ids.length < BATCH) return;
    after = ids.at(-1) ?? after;
  }
}
