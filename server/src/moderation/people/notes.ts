import type { note } from '@roost/contract/moderation';
import { v7 as newId } from 'uuid';
import type { z } from 'zod';
import { authorize } from '../../auth/policy/authorize.ts';
import type { Context, MemberContext } from '../../kernel/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { insertNote, listNotes, type NoteRow } from './note.queries.ts';
import { loadNames } from './present-names.ts';

type Note = z.infer<typeof note>;

/** Adds a note about a person, for the staff only. */
export async function addNote(ctx: MemberContext, personId: string, text: string): Promise<Note> {
  return transaction(ctx, async (tx) => {
    await authorize(tx, 'addNote', personId);
    const id = newId();
    const row = await insertNote(tx, { id, personId, authorId: tx.viewer.id, text });
    await recordAudit(tx, { action: 'user.noted', personId, after: { note: id } });
    const [presented] = await presentNotes(tx, [row]);
    return presented!;
  });
}

/** The newest notes about a person. */
export async function notesAbout(ctx: Context, personId: string): Promise<Note[]> {
  return presentNotes(ctx, await listNotes(ctx, personId));
}

async function presentNotes(ctx: Context, rows: NoteRow[]): Promise<Note[]> {
  const nameOf = await loadNames(
    ctx,
    rows.map((row) => row.author_id),
  );
  return rows.map((row) => ({
    _id: row.id,
    author: nameOf(row.author_id),
    text: row.text,
    createdAt: row.created_at.toISOString(),
  }));
}
