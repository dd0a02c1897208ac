import type { Context } from '../kernel/context.ts';

export async function findPremium(ctx: Context, userId: string) {
  return ctx.db.reads
    .selectFrom('users')
    .select('premium_until')
    .where('id', '=', userId)
    .executeTakeFirst();
}
