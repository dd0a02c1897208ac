import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { exec } from '../../platform/database/query.ts';

/** Stores a secret that the person has not confirmed. It replaces an earlier one. */
export async function upsertPendingSecret(
  ctx: Context,
  userId: string,
  secret: Buffer,
): Promise<void> {
  await ctx.db
    .insertInto('second_factors')
    .values({ user_id: userId, pending_secret: secret })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ pending_secret: secret }))
    .execute();
}

/** Reads the secrets of a person's app, and locks them until the transaction ends. */
export async function lockSecrets(ctx: Context, userId: string) {
  return ctx.db
    .selectFrom('second_factors')
    .select(['secret', 'pending_secret'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
}

/** The pending secret becomes the current one. `step` is the time step of the code that confirmed it. */
export async function confirmSecret(ctx: Context, userId: string, step: number): Promise<void> {
  await ctx.db
    .updateTable('second_factors')
    .set({
      secret: sql<Buffer>`pending_secret`,
      pending_secret: null,
      enabled_at: sql<Date>`now()`,
      last_step: step,
    })
    .where('user_id', '=', userId)
    .execute();
}

/** Uses the code of a time step. Returns false if this code, or a later one, was used before. */
export async function takeStep(ctx: Context, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteSecrets(ctx: Context, userId: string): Promise<boolean> {
  const deleted = await ctx.db
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .returning('enabled_at')
    .executeTakeFirst();
  return deleted !== undefined && deleted.enabled_at !== null;
}

/** Keeps an app that is in use, so that an undo can bring it back. */
export async function keepFormerApp(ctx: Context, userId: string): Promise<void> {
  await exec(
    ctx.db,
    sql`insert into former_apps (user_id, secret, enabled_at, last_step)
      select user_id, secret, enabled_at, last_step from second_factors
      where user_id = ${userId} and secret is not null`,
  );
}

/** Brings back the app that was in use at a moment, if it was removed since. */
export async function restoreFormerApp(ctx: Context, userId: string, at: Date): Promise<void> {
  const former = await ctx.db
    .deleteFrom('former_apps')
    .where('user_id', '=', userId)
    .where('enabled_at', '<', at)
    .where('removed_at', '>=', at)
    .returning(['user_id', 'secret', 'enabled_at', 'last_step'])
    .executeTakeFirst();
  if (!former) return;
  await ctx.db
    .insertInto('second_factors')
    .values(former)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Deletes apps that no notice can bring back any more. */
export async function deleteOldFormerApps(ctx: Context): Promise<void> {
  const seconds = Math.ceil((ctx.config.undoHours + 1) * 3_600);
  await ctx.db
    .deleteFrom('former_apps')
    .where('removed_at', '<', sql<Date>`now() - make_interval(secs => ${sql.lit(seconds)})`)
    .execute();
}

export async function findTotpTimes(ctx: Context, userId: string) {
  return ctx.db
    .selectFrom('second_factors')
    .select('enabled_at')
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export async function deleteRecoveryCodesSince(
  ctx: Context,
  userId: string,
  since: Date,
): Promise<void> {
  await ctx.db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .execute();
}

export async function hasTotp(ctx: Context, userId: string): Promise<boolean> {
  const row = await ctx.db.reads
    .selectFrom('second_factors')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('secret', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertRecoveryCodes(
  ctx: Context,
  userId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await ctx.db
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute();
}

export async function deleteRecoveryCodes(ctx: Context, userId: string): Promise<void> {
  await ctx.db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

/** Uses a recovery code. Returns false if the person does not have it. */
export async function takeRecoveryCode(
  ctx: Context,
  userId: string,
  codeHash: Buffer,
): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function countRecoveryCodes(ctx: Context, userId: string): Promise<number> {
  const { count } = await ctx.db.reads
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}
