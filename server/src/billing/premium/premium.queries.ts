import type { Context } from '../../kernel/context.ts';
import { subscriptionColumns } from '../subscriptions/subscription.queries.ts';

/** Locks a person's row, then reads their Premium end and their paid subscriptions. */
export async function lockPremium(ctx: Pick<Context, 'db'>, userId: string) {
  const user = await ctx.db
    .selectFrom('users')
    .select('premium_until')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const subscriptions = await ctx.db
    .selectFrom('subscriptions')
    .select(subscriptionColumns)
    .where('user_id', '=', userId)
    .where('paid_until', 'is not', null)
    .orderBy('id', 'desc')
    .limit(20)
    .execute();
  return { before: user.premium_until, subscriptions };
}

export async function setPremium(
  ctx: Pick<Context, 'db'>,
  userId: string,
  until: Date | null,
): Promise<void> {
  await ctx.db
    .updateTable('users')
    .set({ premium_until: until })
    .where('id', '=', userId)
    .execute();
}
