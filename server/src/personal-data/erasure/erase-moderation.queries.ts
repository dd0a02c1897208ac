import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { inBatches } from '../../platform/database/in-batches.ts';
import { exec, rows } from '../../platform/database/query.ts';

/** Lists evidence of closed cases about a person. */
export async function listClosedEvidence(
  ctx: Context,
  userId: string,
  limit: number,
): Promise<string[]> {
  const found = await rows(
    ctx.db.reads,
    { id: 'uuid' },
    sql`select evidence.id from moderation_cases as cases join report_evidence as evidence on evidence.case_id = cases.id
      where person_id = ${userId} and status = 'closed' limit ${limit}::int`,
  );
  return found.map(({ id }) => id);
}

/**
 * Lists evidence of closed cases about these conversations, if it has messages of a person. Returns the media of these messages,
 * and whether the person wrote the reported one, which is the last.
 */
export async function listEvidenceWith(
  ctx: Context,
  userId: string,
  conversationIds: string[],
  limit: number,
) {
  return rows(
    ctx.db.reads,
    { id: 'uuid', media_ids: 'text[]', is_reported: 'bool' },
    sql`select evidence.id, array(
        select jsonb_array_elements_text(message -> 'mediaIds') from jsonb_array_elements(content -> 'messages') as message
        where message ->> 'senderId' = ${userId}) as media_ids,
        content -> 'messages' -> -1 ->> 'senderId' = ${userId} as is_reported
      from moderation_cases as cases join report_evidence as evidence on evidence.case_id = cases.id
      where conversation_id = any(${conversationIds}::uuid[]) and status = 'closed'
        and content -> 'messages' @> jsonb_build_array(jsonb_build_object('senderId', ${userId}::text))
      limit ${limit}::int`,
  );
}

export async function removeMessagesOf(
  ctx: Context,
  userId: string,
  evidenceId: string,
): Promise<void> {
  await exec(
    ctx.db,
    sql`update report_evidence set content = jsonb_set(content, '{messages}', coalesce((
        select jsonb_agg(message order by position)
        from jsonb_array_elements(content -> 'messages') with ordinality as part (message, position)
        where message ->> 'senderId' <> ${userId}), '[]'))
      where id = ${evidenceId}`,
  );
}

/** Releases media that evidence held. Returns their ids. */
export async function releaseHeld(
  ctx: Context,
  evidenceId: string,
  mediaIds: string[],
): Promise<string[]> {
  const released = await rows(
    ctx.db,
    { media_id: 'uuid' },
    sql`delete from held_media where evidence_id = ${evidenceId} and media_id = any(${mediaIds}::uuid[])
      returning media_id`,
  );
  return released.map(({ media_id }) => media_id);
}

/** Empties the comments of a person's reports of closed cases. */
export async function deleteComments(ctx: Context, userId: string): Promise<void> {
  await inBatches(async (limit) =>
    exec(
      ctx.db,
      sql`update reports set comment = '' where id = any(array(
        select reports.id from reports join moderation_cases as cases on cases.id = reports.case_id
        where reporter_id = ${userId} and comment <> '' and status = 'closed' limit ${sql.lit(limit)}))`,
    ),
  );
}

/** Deletes the appeals of a person, and empties what a person of the staff wrote about appeals. */
export async function deleteAppeals(ctx: Context, userId: string): Promise<void> {
  await exec(
    ctx.db,
    sql`delete from appeals where decision_id = any(array(
      select id from moderation_decisions where person_id = ${userId}))`,
  );
  await ctx.db
    .updateTable('appeals')
    .set({ note: '', message: '' })
    .where('moderator_id', '=', userId)
    .execute();
}

/** Empties the texts of decisions about a person, and of decisions that a person of the staff made. */
export async function emptyDecisions(ctx: Context, userId: string): Promise<void> {
  for (const column of ['person_id', 'moderator_id'] as const)
    await ctx.db
      .updateTable('moderation_decisions')
      .set({ note: '', message: '' })
      .where(column, '=', userId)
      .execute();
}

/** Deletes the notes of the staff about a person, and those that a person of the staff wrote. */
export async function deleteModerationNotes(ctx: Context, userId: string): Promise<void> {
  for (const column of ['person_id', 'author_id'] as const)
    await ctx.db.deleteFrom('moderation_notes').where(column, '=', userId).execute();
}

/** Deletes the fingerprints of the person's texts from the cases about them. */
export async function deleteFingerprints(ctx: Context, userId: string): Promise<void> {
  await ctx.db
    .updateTable('moderation_cases')
    .set({ fingerprint: null })
    .where('person_id', '=', userId)
    .execute();
}

/** Puts the cases of a person of the staff back into the queue. Returns their ids. */
export async function unassignCases(ctx: Context, userId: string): Promise<string[]> {
  const found = await rows(
    ctx.db,
    { id: 'uuid' },
    sql`update moderation_cases set status = 'open', assignee_id = null
      where status = 'assigned' and assignee_id = ${userId} returning id`,
  );
  return found.map(({ id }) => id);
}

/** Failed jobs stay for a week only, so no person has more decisions in them. */
const MAX_DECISIONS = 1_000;

export async function listDecisionIds(ctx: Context, userId: string): Promise<string[]> {
  const found = await rows(
    ctx.db.reads,
    { id: 'uuid' },
    sql`select id from moderation_decisions where person_id = ${userId} order by id desc limit ${MAX_DECISIONS}::int`,
  );
  return found.map(({ id }) => id);
}
