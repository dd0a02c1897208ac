import { sql } from 'kysely';
import type { OwnReport, ReportReason, SubjectType } from '@roost/contract/moderation';
import type { Context } from '../../kernel/context.ts';
import { MAX_ID } from '../../platform/database/id-bounds.ts';
import { narrow, one, rows, type Row } from '../../platform/database/query.ts';
import type { RowRange } from '../../platform/http/paging/paging.ts';
import type { FoundSubject } from './find-subject.ts';

const lockedCase = {
  id: 'uuid',
  status: narrow<'open' | 'assigned' | 'closed'>('text'),
  round: 'int4',
} as const;

/** Finds the case of a subject and the person whom it concerns, or opens it, and locks it until the end of the transaction. */
export async function lockCaseOf(
  ctx: Context,
  newId: string,
  { type, id, personId, conversationId }: Omit<FoundSubject, 'evidence'>,
): Promise<Row<typeof lockedCase>> {
  await ctx.db
    .insertInto('moderation_cases')
    .values({
      id: newId,
      subject_type: type,
      subject_id: id,
      person_id: personId,
      conversation_id: conversationId,
    })
    .onConflict((conflict) => conflict.constraint('moderation_cases_subject').doNothing())
    .execute();
  const found = await one(
    ctx.db,
    lockedCase,
    sql`select id, status, round from moderation_cases
      where subject_type = ${type} and subject_id = ${id} and person_id = ${personId} for update`,
  );
  if (!found) throw new Error('case not inserted');
  return found;
}

export interface NewReport {
  id: string;
  caseId: string;
  /** Null: the site itself. */
  reporterId: string | null;
  round: number;
  reason: ReportReason;
  comment: string;
  ruleId: string | null;
}

/** Inserts a report. Returns false if this person has reported the subject before, in this round. */
export async function insertReport(ctx: Context, report: NewReport): Promise<boolean> {
  const inserted = await ctx.db
    .insertInto('reports')
    .values({
      id: report.id,
      case_id: report.caseId,
      reporter_id: report.reporterId,
      round: report.round,
      evidence_id: null,
      reason: report.reason,
      comment: report.comment,
      rule_id: report.ruleId,
    })
    .onConflict((conflict) => conflict.constraint('reports_once').doNothing())
    .returning('id')
    .execute();
  return inserted.length > 0;
}

export async function findReportId(
  ctx: Context,
  { caseId, reporterId, round }: NewReport,
): Promise<string | undefined> {
  const found = await one(
    ctx.db.reads,
    { id: 'uuid' },
    sql`select id from reports where case_id = ${caseId} and reporter_id is not distinct from ${reporterId}::uuid and round = ${round}`,
  );
  return found?.id;
}

export async function setEvidence(ctx: Context, id: string, evidenceId: string): Promise<void> {
  await ctx.db
    .updateTable('reports')
    .set({ evidence_id: evidenceId })
    .where('id', '=', id)
    .execute();
}

/** The facts of a case that the staff compares. */
interface Traits {
  fingerprint: Buffer | null;
  linkCount: number;
}

/** Counts a new report in its case, and puts a closed case back into the queue. */
export async function countReport(
  ctx: Context,
  caseId: string,
  round: number,
  { fingerprint, linkCount }: Traits,
): Promise<void> {
  await ctx.db
    .updateTable('moderation_cases')
    .set({
      round,
      fingerprint,
      link_count: linkCount,
      report_count: sql<number>`report_count + 1`,
      last_at: sql<Date>`now()`,
      status: sql<'open' | 'assigned'>`case when status = 'closed' then 'open' else status end`,
      assignee_id: sql<string | null>`case when status <> 'closed' then assignee_id end`,
      closed_at: null,
    })
    .where('id', '=', caseId)
    .execute();
}

const ownReport = {
  id: 'uuid',
  subject_type: narrow<SubjectType>('text'),
  subject_id: 'uuid',
  person_id: 'uuid',
  reason: narrow<ReportReason>('text'),
  comment: 'text',
  rule_id: 'uuid?',
  created_at: 'timestamptz',
  status: narrow<OwnReport['status']>('text'),
  outcome: narrow<OwnReport['outcome']>('text?'),
} as const;

/** Lists a person's own reports, newest first, each with the newest decision after it. */
export async function listReportsBy(
  ctx: Context,
  reporterId: string,
  page: RowRange<string>,
): Promise<Row<typeof ownReport>[]> {
  return rows(
    ctx.db.reads,
    ownReport,
    sql`select reports.id, subject_type, subject_id, cases.person_id, reports.reason, comment, reports.rule_id, reports.created_at,
        case when decision.outcome is null then 'open' else 'closed' end as status, decision.outcome
      from reports join moderation_cases as cases on cases.id = reports.case_id
      left join lateral (
        select case when action = 'dismiss' or undone_by = 'appeal' then 'dismissed' else 'acted' end as outcome
        from moderation_decisions
        where case_id = reports.case_id and created_at >= reports.created_at order by id desc limit 1
      ) as decision on true
      where reporter_id = ${reporterId} and reports.id < ${page.after ?? MAX_ID}
      order by reports.id desc limit ${page.limit} offset ${page.offset}`,
  );
}
