import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { exec, one, rows } from '../../platform/database/query.ts';

/** Without a decision, a hold ends by itself, so that a site without moderators does not hold people for ever. */
const HOLD_DAYS = 7;

/** Limits a person until somebody decides about the case. */
export async function insertHold(ctx: Context, caseId: string, personId: string): Promise<void> {
  await exec(
    ctx.db,
    sql`insert into moderation_holds (case_id, person_id, until)
      values (${caseId}, ${personId}, (select now() + ${HOLD_DAYS}::int * interval '1 day'))
      on conflict (case_id) do update set until = excluded.until`,
  );
}

export async function isHeld(ctx: Context, personId: string): Promise<boolean> {
  const found = await one(
    ctx.db,
    { case_id: 'uuid' },
    sql`select case_id from moderation_holds where person_id = ${personId} and until > now() limit 1`,
  );
  return found !== undefined;
}

/** Ends the hold of a case. */
export async function endHold(ctx: Context, caseId: string): Promise<void> {
  await ctx.db.deleteFrom('moderation_holds').where('case_id', '=', caseId).execute();
}

/** Ends all holds of a person. Returns false if there were none. */
export async function endHoldsOf(ctx: Context, personId: string): Promise<boolean> {
  const ended = await exec(
    ctx.db,
    sql`delete from moderation_holds where person_id = ${personId} and until > now()`,
  );
  return ended > 0;
}

/** Finds the running holds of these cases. */
export async function listHolds(
  ctx: Context,
  caseIds: string[],
): Promise<{ case_id: string; until: Date }[]> {
  if (caseIds.length === 0) return [];
  return rows(
    ctx.db.reads,
    { case_id: 'uuid', until: 'timestamptz' },
    sql`select case_id, until from moderation_holds where case_id = any(${caseIds}::uuid[]) and until > now()`,
  );
}

/**
 * Whether the staff has dismissed a case that the site opened because of this text. A report by a member is no reason: its author could have
 * had it dismissed before a wave begins.
 */
export async function isTextDismissed(ctx: Context, fingerprint: Buffer): Promise<boolean> {
  const found = await one(
    ctx.db,
    { id: 'uuid' },
    sql`select cases.id from moderation_cases as cases join moderation_decisions as decision on decision.case_id = cases.id
      where fingerprint = ${fingerprint}::bytea and action = 'dismiss' and undone_at is null
        and exists (select from reports where case_id = cases.id and reporter_id is null) limit 1`,
  );
  return found !== undefined;
}

export async function deleteEndedHolds(ctx: Context): Promise<void> {
  await exec(ctx.db, sql`delete from moderation_holds where until <= now()`);
}
