import { sql, type NotNull } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { wallClock } from '../../lib/wall-clock.ts';
import type { KnownSubscription } from '../../platform/database/tables.ts';
import { subscriptionColumns } from '../subscriptions/subscription.queries.ts';

const DAY_MS = 86_400_000;

/** Deletes rows whose creation began more than `age` milliseconds ago, by nodes that died. */
export async function deleteAbandoned(ctx: Pick<Context, 'db'>, age: number): Promise<void> {
  await ctx.db
    .deleteFrom('subscriptions')
    .where('provider_id', 'is', null)
    .where('closed_at', 'is', null)
    .where('created_at', '<', sql<Date>`now() - make_interval(secs => ${age / 1_000}::float8)`)
    .execute();
}

/** Stores the time of a refresh that failed. */
export async function recordRefreshAttempt(ctx: Pick<Context, 'db'>, id: string): Promise<void> {
  await ctx.db
    .updateTable('subscriptions')
    .set({ refreshed_at: new Date() })
    .where('id', '=', id)
    .execute();
}

/**
 * Lists subscriptions to refresh, the least recently refreshed first. Due are those that are unpaid, end within a day
 * or ended, and those not refreshed for a day.
 */
export async function listDue(
  ctx: Context,
  provider: string,
  limit: number,
): Promise<KnownSubscription[]> {
  return selectOpen(ctx, provider, limit)
    .where((is) =>
      is.or([
        is('paid_until', 'is', null),
        is('paid_until', '<', new Date(wallClock() + DAY_MS)),
        is('refreshed_at', '<', new Date(wallClock() - DAY_MS)),
      ]),
    )
    .orderBy('refreshed_at')
    .execute();
}

/** Lists all open subscriptions in the order of their ids, beginning after `after`. */
export async function listOpen(
  ctx: Context,
  provider: string,
  limit: number,
  after: string | undefined,
): Promise<KnownSubscription[]> {
  return selectOpen(ctx, provider, limit)
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .execute();
}

function selectOpen(ctx: Context, provider: string, limit: number) {
  return ctx.db.reads
    .selectFrom('subscriptions')
    .select(subscriptionColumns)
    .where('closed_at', 'is', null)
    .where('provider', '=', provider)
    .where('provider_id', 'is not', null)
    .limit(limit)
    .$narrowType<{ provider_id: NotNull }>();
}

/** Counts renewing subscriptions of other providers. The sandbox's do not count, because they take no money. */
export async function countAtOtherProviders(ctx: Pick<Context, 'db'>, provider: string) {
  return ctx.db.reads
    .selectFrom('subscriptions')
    .select(['provider', (is) => is.fn.countAll<number>().as('count')])
    .where('closed_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .where('paid_until', 'is not', null)
    .where('plan', '=', 'Monthly')
    .where('provider', 'not in', [provider, 'sandbox'])
    .groupBy('provider')
    .execute();
}
