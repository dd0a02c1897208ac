import { sql } from 'kysely';
import { moderationLimits } from '@roost/contract/limits';
import type { Context } from '../../kernel/context.ts';
import { rows, type Row } from '../../platform/database/query.ts';

const noteRow = {
  id: 'uuid',
  author_id: 'uuid',
  text: 'text',
  created_at: 'timestamptz',
} as const;
export type NoteRow = Row<typeof noteRow>;

export async function insertNote(
  ctx: Context,
  note: { id: string; personId: string; authorId: string; text: string },
): Promise<NoteRow> {
  return ctx.db
    .insertInto('moderation_notes')
    .values({ id: note.id, person_id: note.personId, author_id: note.authorId, text: note.text })
    .returning(['id', 'author_id', 'text', 'created_at'])
    .executeTakeFirstOrThrow();
}

/** Lists the newest notes about a person. */
export async function listNotes(ctx: Context, personId: string): Promise<NoteRow[]> {
  return rows(
    ctx.db.reads,
    noteRow,
    sql`select id, author_id, text, created_at from moderation_notes
      where person_id = ${personId} order by id desc limit ${moderationLimits.shownNotes}::int`,
  );
}
