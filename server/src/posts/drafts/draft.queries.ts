import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import type { DraftRecord } from '../../platform/database/tables.ts';

/** The content of a draft. */
export type DraftContent = Pick<
  DraftRecord,
  'content' | 'visibility' | 'parent_id' | 'conversation_id' | 'media_ids'
>;

/** Listed, because a new column would break the prepared statements of open connections. */
const columns = [
  'id',
  'user_id',
  'content',
  'visibility',
  'parent_id',
  'conversation_id',
  'media_ids',
  'created_at',
  'updated_at',
] as const;

/** Lists the drafts of a person, the last changed first. */
export async function listDraftRows(ctx: Context, userId: string): Promise<DraftRecord[]> {
  return ctx.db.reads
    .selectFrom('drafts')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export async function countDrafts(tx: Context, userId: string): Promise<number> {
  const { count } = await tx.db
    .selectFrom('drafts')
    .select((is) => is.fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Finds and locks a draft of this person. */
export async function lockDraft(
  tx: Context,
  userId: string,
  id: string,
): Promise<DraftRecord | undefined> {
  return tx.db
    .selectFrom('drafts')
    .select(columns)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function insertDraft(
  tx: Context,
  draft: DraftContent & { id: string; user_id: string },
): Promise<DraftRecord> {
  return tx.db.insertInto('drafts').values(draft).returning(columns).executeTakeFirstOrThrow();
}

/** Saves the content of a locked draft, and gives it a new version. */
export async function updateDraft(
  tx: Context,
  { user_id, id, updated_at }: DraftRecord,
  content: DraftContent,
): Promise<DraftRecord> {
  // A version never repeats, also if the clock goes back.
  const next = new Date(updated_at.getTime() + 1);
  return tx.db
    .updateTable('drafts')
    .set({ ...content, updated_at: sql<Date>`greatest(now(), ${next}::timestamptz)` })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function deleteDraftRow(tx: Context, userId: string, id: string): Promise<void> {
  await tx.db.deleteFrom('drafts').where('user_id', '=', userId).where('id', '=', id).execute();
}
