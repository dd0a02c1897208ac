import type { MutedWord } from '@roost/contract/text/muted-words';
import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { exec, narrow, one } from '../../platform/database/query.ts';

export async function findMutedWords(ctx: Context, userId: string): Promise<MutedWord[]> {
  const found = await one(
    ctx.db.reads,
    { words: narrow<MutedWord[] | null>('jsonb?') },
    sql`select muted_words as words from users where id = ${userId}`,
  );
  return found?.words ?? [];
}

/** Replaces the words. */
export async function storeMutedWords(
  ctx: Context,
  userId: string,
  words: MutedWord[],
): Promise<void> {
  const stored = words.length > 0 ? JSON.stringify(words) : null;
  await exec(ctx.db, sql`update users set muted_words = ${stored}::jsonb where id = ${userId}`);
}
