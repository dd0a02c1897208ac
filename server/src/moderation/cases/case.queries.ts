import { sql, type RawBuilder } from 'kysely';
import type { CaseStatus, ReportReason, SubjectType } from '@roost/contract/moderation';
import { moderationLimits } from '@roost/contract/limits';
import type { Context } from '../../kernel/context.ts';
import { narrow, one, rows, type Row } from '../../platform/database/query.ts';
import type { RowRange } from '../../platform/http/paging/paging.ts';

const caseRow = {
  id: 'uuid',
  subject_type: narrow<SubjectType>('text'),
  subject_id: 'uuid',
  person_id: 'uuid',
  conversation_id: 'uuid?',
  status: narrow<CaseStatus>('text'),
  assignee_id: 'uuid?',
  report_count: 'int4',
  first_at: 'timestamptz',
  last_at: 'timestamptz',
  fingerprint: 'bytea?',
  link_count: 'int4',
  /** `last_at` with microseconds, for cursors. */
  at: 'text',
} as const;
export type CaseRow = Row<typeof caseRow>;

const columns = sql`id, subject_type, subject_id, person_id, conversation_id, status, assignee_id, report_count, first_at, last_at, fingerprint, link_count,
  last_at::text as at`;

/** The list continues after this case. */
export interface CaseCursor {
  at: string;
  id: string;
}

export interface CaseFilter {
  status?: CaseStatus[] | undefined;
  type?: SubjectType[] | undefined;
  /** The id of a moderator, or null for cases that nobody works on. */
  assigneeId?: string | null | undefined;
  /** Leaves out cases about these people. */
  concealed: string[];
}

/** Lists cases, the latest report first. */
export async function listCaseRows(
  ctx: Context,
  { status, type, assigneeId, concealed }: CaseFilter,
  page: RowRange<CaseCursor>,
): Promise<CaseRow[]> {
  const filters: RawBuilder<unknown>[] = [sql`person_id <> all(${concealed}::uuid[])`];
  if (status) filters.push(sql`status = any(${status}::text[])`);
  if (type) filters.push(sql`subject_type = any(${type}::text[])`);
  if (assigneeId === null) filters.push(sql`assignee_id is null`);
  else if (assigneeId !== undefined) filters.push(sql`assignee_id = ${assigneeId}`);
  if (page.after)
    filters.push(sql`(last_at, id) < (${page.after.at}::timestamptz, ${page.after.id}::uuid)`);
  return rows(
    ctx.db.reads,
    caseRow,
    sql`select ${columns} from moderation_cases where ${sql.join(filters, sql` and `)}
      order by last_at desc, id desc limit ${page.limit} offset ${page.offset}`,
  );
}

/** Lists these cases, the latest report first. */
export async function listCaseRowsById(ctx: Context, ids: string[]): Promise<CaseRow[]> {
  if (ids.length === 0) return [];
  return rows(
    ctx.db.reads,
    caseRow,
    sql`select ${columns} from moderation_cases where id = any(${ids}::uuid[])
      order by last_at desc, id desc`,
  );
}

const waiting = { cases: 'int4', own: 'int4', appeals: 'int4' } as const;

/** Counts the cases that wait, those of them that a moderator works on, and the appeals that wait. Leaves out what concerns concealed people. */
export async function countWaiting(
  ctx: Context,
  moderatorId: string,
  concealed: string[],
): Promise<Row<typeof waiting>> {
  const found = await one(
    ctx.db.reads,
    waiting,
    sql`select count(*)::int as cases, (count(*) filter (where assignee_id = ${moderatorId}))::int as own,
        (select count(*)::int from appeals where decided_at is null and person_id <> all(${concealed}::uuid[])) as appeals
      from moderation_cases where status <> 'closed' and person_id <> all(${concealed}::uuid[])`,
  );
  return found ?? { cases: 0, own: 0, appeals: 0 };
}

export async function findCase(ctx: Context, id: string): Promise<CaseRow | undefined> {
  return one(ctx.db.reads, caseRow, sql`select ${columns} from moderation_cases where id = ${id}`);
}

/** Finds a case, and locks it until the end of the transaction. */
export async function lockCase(ctx: Context, id: string): Promise<CaseRow | undefined> {
  return one(
    ctx.db,
    caseRow,
    sql`select ${columns} from moderation_cases where id = ${id} for update`,
  );
}

/** Assigns an open case to a moderator, or to nobody. */
export async function setAssignee(
  ctx: Context,
  id: string,
  assigneeId: string | null,
): Promise<void> {
  await ctx.db
    .updateTable('moderation_cases')
    .set({ assignee_id: assigneeId, status: assigneeId ? 'assigned' : 'open' })
    .where('id', '=', id)
    .execute();
}

const reportRow = {
  id: 'uuid',
  reporter_id: 'uuid?',
  reason: narrow<ReportReason>('text'),
  comment: 'text',
  rule_id: 'uuid?',
  created_at: 'timestamptz',
} as const;

/** Lists the newest reports of a case. */
export async function listReportsOf(
  ctx: Context,
  caseId: string,
): Promise<Row<typeof reportRow>[]> {
  return rows(
    ctx.db.reads,
    reportRow,
    sql`select id, reporter_id, reason, comment, rule_id, created_at from reports
      where case_id = ${caseId} order by id desc limit ${moderationLimits.shownReports}::int`,
  );
}

/** Counts the reports about a person and what they wrote, and the reports by this person. */
export async function countReports(
  ctx: Context,
  personId: string,
): Promise<{ about: number; by: number }> {
  const found = await one(
    ctx.db.reads,
    { about: 'int4', by: 'int4' },
    sql`select
        (select coalesce(sum(report_count), 0)::int from moderation_cases where person_id = ${personId}) as about,
        (select count(*)::int from reports where reporter_id = ${personId}) as by`,
  );
  return found ?? { about: 0, by: 0 };
}
