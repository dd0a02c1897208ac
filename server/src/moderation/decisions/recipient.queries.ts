import type { Context } from '../../kernel/context.ts';

/** Finds the name, the language and the address of a person. Undefined after an erasure. */
export async function findRecipient(ctx: Context, userId: string) {
  return ctx.db.reads
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.user_id', 'users.id')
    .select(['users.full_name', 'users.language', 'accounts.email'])
    .where('users.id', '=', userId)
    .executeTakeFirst();
}
