import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import type { StoredFile } from '../../platform/storage/storage.ts';

/** Lists pictures of an older version that nobody has looked at, in the order of their ids. */
export async function listUnseenPictures(ctx: Context, limit: number) {
  return ctx.db
    .selectFrom('media')
    .select(['id', 'owner_id', 'used_for', 'files'])
    .where('kind', '=', sql.lit('image'))
    .where('is_animated', 'is', null)
    .orderBy('id')
    .limit(sql.lit(limit))
    .execute();
}
export type UnseenPicture = Awaited<ReturnType<typeof listUnseenPictures>>[number];

/** Notes that these pictures do not move. */
export async function markUnanimated(ctx: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await ctx.db
    .updateTable('media')
    .set({ is_animated: false })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('is_animated', 'is', null)
    .execute();
}

/** Notes that a picture moves, and its files, which now include the still. Returns false if somebody did so before, or deleted it. */
export async function markAnimated(
  ctx: Context,
  id: string,
  files: readonly StoredFile[],
): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('media')
    .set({ is_animated: true, files: JSON.stringify(files) })
    .where('id', '=', id)
    .where('is_animated', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
