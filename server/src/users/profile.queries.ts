import type { MessagePreference } from '@roost/contract/users';
import type { Context } from '../context.ts';

/** Columns to change; the others stay. */
export interface ProfileChange {
  full_name?: string;
  bio?: string;
  /** Ids of media. */
  avatar?: string;
  cover_image?: string;
}

/** The pictures a person has, held until the transaction ends: of two new ones at once, both replace something. */
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
