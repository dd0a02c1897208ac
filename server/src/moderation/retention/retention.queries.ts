import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { inBatches } from '../../platform/database/in-batches.ts';
import { exec, rows } from '../../platform/database/query.ts';

/** Lists removed subjects whose time is over. An open appeal keeps its subject. */
export async function listPurgeable(
  ctx: Context,
  days: number,
  limit: number,
): Promise<{ id: string; case_id: string }[]> {
  return rows(
    ctx.db.reads,
    { id: 'uuid', case_id: 'uuid' },
    sql`select decision.id, case_id from moderation_decisions as decision
      join moderation_cases as cases on cases.id = case_id
      where action in ('hide', 'remove') and undone_at is null and purged_at is null
        and (action = 'remove' or subject_type = 'message')
        and decision.created_at < now() - ${days}::float8 * interval '1 day'
        and not exists (select from appeals where decision_id = decision.id and decided_at is null)
      order by decision.created_at limit ${limit}`,
  );
}

/** Whether a decision still waits for its purge, in the transaction that purges. The caller has locked its case. */
export async function isPurgeable(ctx: Context, id: string): Promise<boolean> {
  const found = await rows(
    ctx.db,
    {},
    sql`select from moderation_decisions as decision where id = ${id} and undone_at is null and purged_at is null
      and not exists (select from appeals where decision_id = decision.id and decided_at is null)`,
  );
  return found.length > 0;
}

/** Lists the evidence of cases that were closed long ago. */
export async function listOldEvidence(
  ctx: Context,
  days: number,
  limit: number,
): Promise<string[]> {
  const found = await rows(
    ctx.db.reads,
    { id: 'uuid' },
    sql`select evidence.id from moderation_cases as cases
      join report_evidence as evidence on evidence.case_id = cases.id
      where closed_at < now() - ${days}::float8 * interval '1 day'
      order by closed_at limit ${limit}`,
  );
  return found.map(({ id }) => id);
}

/** Deletes what reporters wrote about cases that were closed long ago. The reports stay. */
export async function deleteOldComments(ctx: Context, days: number): Promise<void> {
  await inBatches(async (limit) =>
    exec(
      ctx.db,
      sql`update reports set comment = '' where id = any(array(
        select reports.id from moderation_cases as cases join reports on reports.case_id = cases.id
        where comment <> '' and closed_at < now() - ${days}::float8 * interval '1 day' limit ${sql.lit(limit)}))`,
    ),
  );
}

/** Deletes the fingerprints of texts from cases that were closed long ago. */
export async function deleteOldFingerprints(ctx: Context, days: number): Promise<void> {
  await inBatches(async (limit) =>
    exec(
      ctx.db,
      sql`update moderation_cases set fingerprint = null where id = any(array(
        select id from moderation_cases
        where fingerprint is not null and closed_at < now() - ${days}::float8 * interval '1 day' limit ${sql.lit(limit)}))`,
    ),
  );
}

/** Deletes evidence, and releases its media. Returns the ids of media that nothing holds any more. */
export async function deleteEvidence(ctx: Context, ids: string[]): Promise<string[]> {
  const released = await rows(
    ctx.db,
    { media_id: 'uuid' },
    sql`delete from held_media where evidence_id = any(${ids}::uuid[]) returning media_id`,
  );
  await exec(
    ctx.db,
    sql`update reports set evidence_id = null where evidence_id = any(${ids}::uuid[])`,
  );
  await exec(ctx.db, sql`delete from report_evidence where id = any(${ids}::uuid[])`);
  return [...new Set(released.map(({ media_id }) => media_id))];
}

/** Deletes the rows of limits and suspensions that are over. They have had no effect since their end. */
export async function deleteEndedMeasures(ctx: Context): Promise<void> {
  await exec(ctx.db, sql`delete from limited_users where until <= now()`);
  await exec(ctx.db, sql`delete from hidden_users where reason = 'suspended' and until <= now()`);
}
