import type { Context } from '../context.ts';

export async function findPremium(ctx: Context, userId: string) {
  return ctx.db
    .selectFrom('users')
    .select('premium_until')
    .where('id', '=', userId)
    .executeTakeFirst();
}
