import type { Context } from '../../kernel/context.ts';

export async function mayCountAsNew(ctx: Context, userId: string): Promise<boolean> {
  const found = await ctx.db.reads
    .selectFrom('accounts')
    .select('may_count_as_new')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return found?.may_count_as_new ?? false;
}
