import type { MessagePreference } from '@roost/contract/users';
import type { Context } from '../../kernel/context.ts';

/** The columns to change. Absent columns keep their values. */
export interface ProfileChange {
  full_name?: string;
  bio?: string;
  links?: string[];
  verified_links?: string[];
  language?: string;
  /** A media id. */
  avatar?: string;
  cover_image?: string;
}

/**
 * Reads a person's pictures and locks them until the end of the transaction. Two concurrent uploads then replace one after
 * the other, and no replaced picture stays behind.
 */
export async function lockPictures(ctx: Context, userId: string) {
  return ctx.db
    .selectFrom('users')
    .select(['avatar', 'cover_image'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function updateProfile(
  ctx: Context,
  userId: string,
  change: ProfileChange,
): Promise<void> {
  await ctx.db.updateTable('users').set(change).where('id', '=', userId).execute();
}

export async function updateMessagePreference(
  ctx: Context,
  userId: string,
  preference: MessagePreference,
): Promise<void> {
  await ctx.db
    .updateTable('users')
    .set({ message_preference: preference })
    .where('id', '=', userId)
    .execute();
}
