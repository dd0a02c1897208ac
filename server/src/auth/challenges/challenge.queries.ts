import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { one } from '../../platform/database/query.ts';

/** Counts a try of a challenge. Returns false if it was tried `most` times before. */
export async function countTry(
  ctx: Context,
  challengeHash: Buffer,
  { most, expiresAt }: { most: number; expiresAt: Date },
): Promise<boolean> {
  const counted = await one(
    ctx.db,
    { tries: 'int4' },
    sql`insert into challenge_tries (challenge_hash, tries, expires_at)
      values (${challengeHash}, 1, ${expiresAt}::timestamptz)
      on conflict (challenge_hash) do update set tries = challenge_tries.tries + 1
      where challenge_tries.tries < ${most}::int
      returning tries`,
  );
  return counted !== undefined;
}

/** Uses up all tries of a challenge that was tried at least once. */
export async function useUpChallenge(
  ctx: Context,
  challengeHash: Buffer,
  most: number,
): Promise<void> {
  await ctx.db
    .updateTable('challenge_tries')
    .set({ tries: most })
    .where('challenge_hash', '=', challengeHash)
    .execute();
}

export async function deleteExpiredChallenges(ctx: Context): Promise<void> {
  await ctx.db
    .deleteFrom('challenge_tries')
    .where('expires_at', '<=', sql<Date>`now()`)
    .execute();
}
