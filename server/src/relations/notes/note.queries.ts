import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';

/** Stores a note. It replaces an earlier one about the same person. */
export async function storeNote(
  ctx: Context,
  note: { author_id: string; about_id: string; content: string },
): Promise<void> {
  await ctx.db
    .insertInto('notes')
    .values(note)
    .onConflict((conflict) =>
      conflict
        .columns(['author_id', 'about_id'])
        .doUpdateSet({ content: note.content, updated_at: sql<Date>`excluded.updated_at` }),
    )
    .execute();
}

/** Returns false if there was no note. */
export async function deleteNote(
  ctx: Context,
  authorId: string,
  aboutId: string,
): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('notes')
    .where('author_id', '=', authorId)
    .where('about_id', '=', aboutId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0;
}
