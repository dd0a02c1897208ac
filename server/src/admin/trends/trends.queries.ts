import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { exec } from '../../platform/database/query.ts';

export async function listHiddenTags(ctx: Context): Promise<string[]> {
  const found = await ctx.db.reads
    .selectFrom('hidden_hashtags')
    .select('tag')
    .orderBy('tag')
    .execute();
  return found.map(({ tag }) => tag);
}

export async function replaceHiddenTags(tx: Context, tags: string[]): Promise<void> {
  await tx.db.deleteFrom('hidden_hashtags').execute();
  if (tags.length > 0)
    await exec(tx.db, sql`insert into hidden_hashtags (tag) select unnest(${tags}::text[])`);
}

/** Takes hashtags, as they are spelled there, off the current list of trending ones. */
export async function deleteTrending(tx: Context, shown: string[]): Promise<void> {
  await tx.db
    .deleteFrom('trending_hashtags')
    .where('tag', '=', sql<string>`any(${shown}::text[])`)
    .execute();
}
