import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { exec } from '../../platform/database/query.ts';

export interface NewNotice {
  id: string;
  userId: string;
  what: string;
  device: string;
  address: string;
  /** Seconds for which its link works. */
  validSeconds: number;
}

/** Stores a notice with the address that the account has at this moment. */
export async function insertNotice(ctx: Context, notice: NewNotice): Promise<void> {
  const { id, userId, what, device, address, validSeconds } = notice;
  await exec(
    ctx.db,
    sql`insert into security_notices (id, user_id, what, email, email_verified_at, device, address, expires_at)
      select ${id}::uuid, user_id, ${what}::text, email, email_verified_at, ${device}::text, ${address}::text,
        now() + make_interval(secs => ${validSeconds}::float8)
      from accounts where user_id = ${userId}`,
  );
}

export async function findNotice(ctx: Context, userId: string, id: string) {
  return ctx.db.reads
    .selectFrom('security_notices')
    .innerJoin('users', 'users.id', 'security_notices.user_id')
    .select([
      'users.full_name',
      'users.language',
      'security_notices.what',
      'security_notices.email',
      'security_notices.device',
      'security_notices.address',
      'security_notices.at',
    ])
    .where('security_notices.user_id', '=', userId)
    .where('users.id', '=', userId)
    .where('security_notices.id', '=', id)
    .executeTakeFirst();
}

export async function setNoticeToken(
  ctx: Context,
  userId: string,
  id: string,
  tokenHash: Buffer,
): Promise<void> {
  await ctx.db
    .updateTable('security_notices')
    .set({ token_hash: tokenHash })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute();
}

/** Whether the link works. Does not use it. */
export async function hasNotice(ctx: Context, userId: string, tokenHash: Buffer): Promise<boolean> {
  const row = await ctx.db.reads
    .selectFrom('security_notices')
    .select('id')
    .where('user_id', '=', userId)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses the link of a notice. Returns the notice, or undefined if the link is unknown, used or expired. */
export async function takeNotice(ctx: Context, userId: string, tokenHash: Buffer) {
  return ctx.db
    .deleteFrom('security_notices')
    .where('user_id', '=', userId)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['email', 'email_verified_at', 'at'])
    .executeTakeFirst();
}

/** Deletes the notices of a person from then on. Their links may be in the mailbox of a thief. */
export async function deleteNoticesSince(ctx: Context, userId: string, since: Date): Promise<void> {
  await ctx.db
    .deleteFrom('security_notices')
    .where('user_id', '=', userId)
    .where('at', '>=', since)
    .execute();
}

export async function deleteExpiredNotices(ctx: Context): Promise<void> {
  await ctx.db
    .deleteFrom('security_notices')
    .where('expires_at', '<=', sql<Date>`now()`)
    .execute();
}
