import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';

/** Reads and locks the preferences, so that concurrent changes from two tabs are both kept. */
export async function lockPreferences(ctx: Context, userId: string): Promise<unknown> {
  const row = await ctx.db
    .selectFrom('users')
    .select('notification_preferences')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.notification_preferences;
}

export async function findPreferences(ctx: Context, userId: string): Promise<unknown> {
  const row = await ctx.db.reads
    .selectFrom('users')
    .select('notification_preferences')
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.notification_preferences;
}

export async function updatePreferences(
  ctx: Context,
  userId: string,
  preferences: object,
): Promise<void> {
  await ctx.db
    .updateTable('users')
    .set({ notification_preferences: sql`${JSON.stringify(preferences)}::jsonb` })
    .where('id', '=', userId)
    .execute();
}
