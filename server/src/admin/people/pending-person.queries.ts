import type { Context } from '../../kernel/context.ts';

const tables = [
  'password_resets',
  'registrations',
  'email_links',
  'account_activity',
  'security_notices',
  'accounts',
  'user_stats',
  'hidden_users',
] as const;

/** Deletes a person who never came in, with what the staff wrote about them. */
export async function deletePendingPerson(tx: Context, userId: string): Promise<void> {
  await tx.db.deleteFrom('emails').where('user_id', '=', userId).execute();
  await tx.db.deleteFrom('usernames').where('user_id', '=', userId).execute();
  for (const table of tables) await tx.db.deleteFrom(table).where('user_id', '=', userId).execute();
  await tx.db.deleteFrom('moderation_notes').where('person_id', '=', userId).execute();
  await tx.db.deleteFrom('users').where('id', '=', userId).execute();
}

export async function findAddress(tx: Context, userId: string) {
  return tx.db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.user_id', 'users.id')
    .select(['email', 'full_name', 'users.language'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();
}
