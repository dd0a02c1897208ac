import { sql, type Insertable } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import type { Tables } from '../../platform/database/tables.ts';

export async function insertPasskey(
  ctx: Context,
  passkey: Insertable<Tables['passkeys']>,
): Promise<Date> {
  const { created_at } = await ctx.db
    .insertInto('passkeys')
    .values(passkey)
    .returning('created_at')
    .executeTakeFirstOrThrow();
  return created_at;
}

export async function listPasskeys(ctx: Context, userId: string) {
  return ctx.db.reads
    .selectFrom('passkeys')
    .select(['id', 'credential_id', 'transports', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute();
}

export async function findPasskey(ctx: Context, userId: string, credentialId: string) {
  return ctx.db.reads
    .selectFrom('passkeys')
    .select(['id', 'user_id', 'credential_id', 'public_key', 'counter', 'transports'])
    .where('user_id', '=', userId)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
}

/**
 * Stores a use. `counter` is how often the authenticator has signed, if it counts. Returns false if the person does not have the
 * passkey any more.
 */
export async function storePasskeyUse(
  ctx: Context,
  { userId, credentialId, counter }: { userId: string; credentialId: string; counter: number },
): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('passkeys')
    .set({ counter, last_used_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deletePasskeysSince(
  ctx: Context,
  userId: string,
  since: Date,
): Promise<void> {
  await ctx.db
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .execute();
}

/** Returns whether there were any. Null: deletes all. */
export async function deletePasskeysBefore(
  ctx: Context,
  userId: string,
  before: Date | null,
): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .$if(before !== null, (query) => query.where('created_at', '<', before))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deletePasskey(ctx: Context, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
