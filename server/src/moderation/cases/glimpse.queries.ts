import { sql } from 'kysely';
import { moderationLimits } from '@roost/contract/limits';
import type { ReportReason } from '@roost/contract/moderation';
import type { Context } from '../../kernel/context.ts';
import { narrow, rows, type Row } from '../../platform/database/query.ts';

/** The text in evidence: of a post, of the reported message, or what a person says about themselves. */
const textOf = sql`coalesce(content->>'content', content->'messages'->-1->>'content', content->>'bio', '')`;

/** The evidence of the newest report of a row of `cases`, for a lateral join. */
const newestEvidence = sql`select content from reports join report_evidence as evidence on evidence.id = reports.evidence_id
  where reports.case_id = cases.id order by reports.id desc limit 1`;

const glimpse = {
  case_id: 'uuid',
  text: 'text',
  media: 'int4',
  reasons: narrow<{ reason: ReportReason; count: number }[]>('jsonb'),
} as const;
export type Glimpse = Row<typeof glimpse>;

/** Reads what the list shows of each of these cases: how the text begins, how many media there are, and the reasons. */
export async function findGlimpses(ctx: Context, caseIds: string[]): Promise<Glimpse[]> {
  return rows(
    ctx.db.reads,
    glimpse,
    sql`select cases.id as case_id, left(${textOf}, ${moderationLimits.preview}::int) as text,
        jsonb_array_length(coalesce(content->'mediaIds', content->'messages'->-1->'mediaIds', '[]'))::int as media,
        coalesce(counted.reasons, '[]') as reasons
      from moderation_cases as cases
      left join lateral (${newestEvidence}) as newest on true
      left join lateral (
        select jsonb_agg(jsonb_build_object('reason', reason, 'count', count) order by count desc, reason) as reasons
        from (select reason, count(*)::int from reports where case_id = cases.id group by reason) as each
      ) as counted on true
      where cases.id = any(${caseIds}::uuid[])`,
  );
}
