import { sql, type Insertable } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { one } from '../../platform/database/query.ts';
import type { Tables } from '../../platform/database/tables.ts';

/** Whether anybody has an account. Queries all shards, so it is only for sites that do not take everybody. */
export async function hasAnybody(ctx: Context): Promise<boolean> {
  const found = await one(
    ctx.db.reads,
    { isThere: 'bool' },
    sql`select exists (select 1 from users) as "isThere"`,
  );
  return found?.isThere ?? false;
}

/** People who want to be the first one wait here for each other. */
export async function lockFirstRegistration(tx: Context): Promise<void> {
  await tx.db.selectFrom('site_settings').select('id').forUpdate().execute();
}

const usable = sql<boolean>`used < max_uses and expires_at > now()`;

export async function findUsableInvite(ctx: Context, codeHash: Buffer) {
  return ctx.db.reads
    .selectFrom('invites')
    .select(['id', 'created_by'])
    .where('code_hash', '=', codeHash)
    .where(usable)
    .executeTakeFirst();
}

/** Counts a use. Returns undefined if the invite has no use left, is expired or was deleted. */
export async function countInviteUse(tx: Context, codeHash: Buffer) {
  return tx.db
    .updateTable('invites')
    .set({ used: sql<number>`used + 1` })
    .where('code_hash', '=', codeHash)
    .where(usable)
    .returning(['id', 'created_by'])
    .executeTakeFirst();
}

export async function insertRegistration(
  tx: Context,
  registration: Insertable<Tables['registrations']>,
): Promise<void> {
  await tx.db.insertInto('registrations').values(registration).execute();
}

/** Removes the ranges of addresses from old registrations. They are kept as long as the addresses of sessions. */
export async function forgetOldNetworks(ctx: Context): Promise<void> {
  const seconds = Math.ceil(ctx.config.activityDays * 86_400);
  await ctx.db
    .updateTable('registrations')
    .set({ network: '' })
    .where('network', '<>', sql.lit(''))
    .where('created_at', '<', sql<Date>`now() - make_interval(secs => ${sql.lit(seconds)})`)
    .execute();
}

/** Keeps the text of the terms, so that it can be read which version somebody accepted. */
export async function keepTerms(ctx: Context, hash: Buffer, text: string): Promise<void> {
  const known = await ctx.db.reads
    .selectFrom('accepted_terms')
    .select('hash')
    .where('hash', '=', hash)
    .executeTakeFirst();
  if (known) return;
  await ctx.db
    .insertInto('accepted_terms')
    .values({ hash, text })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Hides a person until an admin has approved the account. */
export async function hidePending(tx: Context, userId: string): Promise<void> {
  await tx.db.insertInto('hidden_users').values({ user_id: userId, reason: 'pending' }).execute();
}

/** Shows a person who waited for approval. Returns whether the person did. */
export async function showPending(tx: Context, userId: string): Promise<boolean> {
  const shown = await tx.db
    .deleteFrom('hidden_users')
    .where('user_id', '=', userId)
    .where('reason', '=', 'pending')
    .returning('user_id')
    .executeTakeFirst();
  return shown !== undefined;
}

export async function clearReason(tx: Context, userId: string): Promise<void> {
  await tx.db
    .updateTable('registrations')
    .set({ reason: '' })
    .where('user_id', '=', userId)
    .execute();
}
