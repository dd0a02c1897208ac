import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { exec } from '../../platform/database/query.ts';

export async function findLinks(ctx: Context, userId: string) {
  return ctx.db
    .selectFrom('users')
    .select(['username', 'links'])
    .where('id', '=', userId)
    .executeTakeFirst();
}

/** Marks these links as verified, and no others. Changes nothing if the person has changed name or links meanwhile. */
export async function setVerifiedLinks(
  ctx: Context,
  userId: string,
  { username, links }: { username: string; links: string[] },
  verified: string[],
): Promise<void> {
  await exec(
    ctx.db,
    sql`update users set verified_links = ${verified}::text[]
      where id = ${userId}::uuid and username = ${username} and links = ${links}::text[]`,
  );
}
