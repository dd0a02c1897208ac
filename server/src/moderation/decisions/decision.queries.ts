import { sql } from 'kysely';
import type {
  Decision,
  ModerationAction,
  ReportReason,
  SubjectType,
} from '@roost/contract/moderation';
import { moderationLimits } from '@roost/contract/limits';
import type { Context } from '../../kernel/context.ts';
import type { CaseRow } from '../cases/case.queries.ts';
import { wallClock } from '../../lib/wall-clock.ts';
import { endHold } from '../holds/hold.queries.ts';
import type { Rule } from '../rules/find-rule.ts';
import { exec, narrow, one, rows, type Row } from '../../platform/database/query.ts';

const decisionRow = {
  id: 'uuid',
  case_id: 'uuid',
  person_id: 'uuid',
  subject_type: narrow<SubjectType>('text'),
  subject_id: 'uuid',
  moderator_id: 'uuid?',
  action: narrow<ModerationAction>('text'),
  reason: narrow<ReportReason>('text'),
  rule_id: 'uuid?',
  rule_text: 'text?',
  until: 'timestamptz?',
  note: 'text',
  message: 'text',
  created_at: 'timestamptz',
  undone_at: 'timestamptz?',
  undone_by: narrow<Decision['undoneBy']>('text?'),
} as const;
export type DecisionRow = Row<typeof decisionRow>;

const decisions = sql`select decision.id, case_id, decision.person_id, subject_type, subject_id, moderator_id, action, reason, rule_id, rule_text, until,
    note, message, created_at, undone_at, undone_by
  from moderation_decisions as decision join moderation_cases as cases on cases.id = decision.case_id`;

export async function findDecision(ctx: Context, id: string): Promise<DecisionRow | undefined> {
  return one(ctx.db.reads, decisionRow, sql`${decisions} where decision.id = ${id}`);
}

export async function listDecisions(ctx: Context, ids: string[]): Promise<DecisionRow[]> {
  return rows(ctx.db.reads, decisionRow, sql`${decisions} where decision.id = any(${ids}::uuid[])`);
}

/** Lists the newest decisions of a case. */
export async function listDecisionsOf(ctx: Context, caseId: string): Promise<DecisionRow[]> {
  return rows(
    ctx.db.reads,
    decisionRow,
    sql`${decisions} where case_id = ${caseId} order by decision.id desc limit ${moderationLimits.shownDecisions}::int`,
  );
}

/** Lists the newest decisions about a person and what they wrote. */
export async function listDecisionsAbout(ctx: Context, personId: string): Promise<DecisionRow[]> {
  return rows(
    ctx.db.reads,
    decisionRow,
    sql`${decisions} where decision.person_id = ${personId}
      order by decision.id desc limit ${moderationLimits.shownDecisions}::int`,
  );
}

export interface NewDecision {
  id: string;
  caseId: string;
  personId: string;
  moderatorId: string | null;
  action: ModerationAction;
  reason: ReportReason;
  rule: Rule | null;
  until: Date | null;
  note: string;
  message: string;
}

export async function insertDecision(ctx: Context, decision: NewDecision): Promise<void> {
  await ctx.db
    .insertInto('moderation_decisions')
    .values({
      id: decision.id,
      case_id: decision.caseId,
      person_id: decision.personId,
      moderator_id: decision.moderatorId,
      action: decision.action,
      reason: decision.reason,
      rule_id: decision.rule?.id ?? null,
      rule_text: decision.rule?.text ?? null,
      until: decision.until,
      note: decision.note,
      message: decision.message,
    })
    .execute();
}

const undone = {
  id: 'uuid',
  action: narrow<ModerationAction>('text'),
  until: 'timestamptz?',
} as const;
export type UndoneDecision = Row<typeof undone>;

/** Whether something ended with a decision: it was against the person, and its own end had not come. */
export function hasEffect({ action, until }: UndoneDecision): boolean {
  return action !== 'dismiss' && (until === null || until.getTime() > wallClock());
}

/** Ends the effect of the decision that stands in a case. Returns it, or undefined if there is none. */
export async function undoStanding(
  ctx: Context,
  caseId: string,
  by: NonNullable<Decision['undoneBy']>,
): Promise<UndoneDecision | undefined> {
  return one(
    ctx.db,
    undone,
    sql`update moderation_decisions set undone_at = now(), undone_by = ${by}
      where case_id = ${caseId} and undone_at is null returning id, action, until`,
  );
}

/** Ends the effect of one decision. Returns false if something undid it before. */
export async function undoDecision(
  ctx: Context,
  id: string,
  by: NonNullable<Decision['undoneBy']>,
): Promise<boolean> {
  const changed = await exec(
    ctx.db,
    sql`update moderation_decisions set undone_at = now(), undone_by = ${by}
      where id = ${id} and undone_at is null`,
  );
  return changed > 0;
}

/** The same for all decisions that limit or hide a person. */
export async function undoStandingAbout(
  ctx: Context,
  personId: string,
  by: NonNullable<Decision['undoneBy']>,
): Promise<UndoneDecision[]> {
  return rows(
    ctx.db,
    undone,
    sql`update moderation_decisions set undone_at = now(), undone_by = ${by}
      where person_id = ${personId} and undone_at is null and action in ('limit', 'suspend', 'ban')
      returning id, action, until`,
  );
}

const standing = { action: narrow<'limit' | 'suspend' | 'ban'>('text'), until: 'text' } as const;

/**
 * Finds for each kind of measure against a person its end, as PostgreSQL writes it. Several cases may have ordered the same one. A hold
 * is a limit.
 */
export async function findStandingMeasures(
  ctx: Context,
  personId: string,
): Promise<Row<typeof standing>[]> {
  return rows(
    ctx.db,
    standing,
    sql`select action, max(until)::text as until from (
        select action, coalesce(until, 'infinity') as until from moderation_decisions
        where person_id = ${personId} and undone_at is null and action in ('limit', 'suspend', 'ban')
        union all select 'limit', until from moderation_holds where person_id = ${personId}
      ) as standing where until > now() group by action`,
  );
}

const measure = {
  action: narrow<'limit' | 'suspend' | 'ban'>('text'),
  until: 'timestamptz?',
} as const;

/** The same for the staff to read. A measure without an end has no `until`. */
export async function listMeasures(ctx: Context, personId: string): Promise<Row<typeof measure>[]> {
  return rows(
    ctx.db.reads,
    measure,
    sql`select action, nullif(max(coalesce(until, 'infinity')), 'infinity') as until from moderation_decisions
      where person_id = ${personId} and undone_at is null and action in ('limit', 'suspend', 'ban')
        and coalesce(until, 'infinity') > now()
      group by action order by action`,
  );
}

/** The reason that most reporters of a case gave, and among equals the newest. */
export async function findMainReason(ctx: Context, caseId: string): Promise<ReportReason> {
  const found = await one(
    ctx.db.reads,
    { reason: narrow<ReportReason>('text') },
    sql`select reason from reports where case_id = ${caseId}
      group by reason order by count(*) desc, max(created_at) desc limit 1`,
  );
  return found?.reason ?? 'other';
}

/** Closes a case. A hold has waited for this. */
export async function closeCase(ctx: Context, caseId: string): Promise<void> {
  await endHold(ctx, caseId);
  await ctx.db
    .updateTable('moderation_cases')
    .set({ status: 'closed', closed_at: sql<Date>`now()` })
    .where('id', '=', caseId)
    .execute();
}

/** Whether a decision of another case about the same subject hides or removes it. */
export async function isWithheldElsewhere(
  ctx: Context,
  { id, subject_type, subject_id }: CaseRow,
): Promise<boolean> {
  const found = await one(
    ctx.db,
    { id: 'uuid' },
    sql`select decision.id from moderation_cases as cases join moderation_decisions as decision on decision.case_id = cases.id
      where subject_type = ${subject_type} and subject_id = ${subject_id} and cases.id <> ${id}
        and action in ('hide', 'remove') and undone_at is null limit 1`,
  );
  return found !== undefined;
}

/** Remembers that the removed subject of a decision is gone for good. */
export async function setPurged(ctx: Context, id: string): Promise<void> {
  await ctx.db
    .updateTable('moderation_decisions')
    .set({ purged_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}
