import type { Context } from '../../kernel/context.ts';
import type { Buyer } from '../provider/payment-provider.ts';

/** Reads the buyer's name and email address, which prefill the checkout form. */
export async function findBuyer(ctx: Pick<Context, 'db'>, userId: string): Promise<Buyer> {
  const { full_name, username, email } = await ctx.db.reads
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.user_id', 'users.id')
    .select(['users.full_name', 'users.username', 'accounts.email'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();
  return { name: full_name || username, email };
}

export async function isMember(ctx: Pick<Context, 'db'>, userId: string): Promise<boolean> {
  const found = await ctx.db.reads
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .executeTakeFirst();
  return found !== undefined;
}
