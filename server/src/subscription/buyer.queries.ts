import type { Context } from '../context.ts';
import type { Buyer } from '../payments/payment-provider.ts';

/** Who pays, in the words a checkout is filled in with. */
export async function findBuyer(ctx: Pick<Context, 'db'>, userId: string): Promise<Buyer> {
  const { full_name, username, email } = await ctx.db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.user_id', 'users.id')
    .select(['users.full_name', 'users.username', 'accounts.email'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();
  return { name: full_name || username, email };
}

export async function isMember(ctx: Pick<Context, 'db'>, userId: string): Promise<boolean> {
  const found = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .executeTakeFirst();
  return found !== undefined;
}
