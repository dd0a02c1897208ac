import type { MemberContext } from '../../../../kernel/context.ts';
import { listReportsBy } from '../../../../moderation/reports/report.queries.ts';
import { postUrl, type ExportItem } from '../export-item.ts';
import { listDecisionsAbout, readRules } from './read-cases.queries.ts';

const ROWS_PER_READ = 200;

/** Reads the reports that a person made, newest first. A reported post is a link. */
export async function* readReports(ctx: MemberContext): AsyncGenerator<ExportItem> {
  for (let after: string | null = null; ;) {
    const page = { after, offset: 0, limit: ROWS_PER_READ };
    const found = await listReportsBy(ctx, ctx.viewer.id, page);
    const rules = await readRules(
      ctx,
      found.flatMap(({ rule_id }) => rule_id ?? []),
    );
    for (const { subject_type, subject_id, reason, rule_id, comment, created_at, ...row } of found)
      yield {
        at: created_at.toISOString(),
        text: comment,
        ...(subject_type === 'post' && { url: postUrl(ctx, subject_id) }),
        details: {
          subject: subject_type,
          reason,
          rule: rules.get(rule_id ?? ''),
          status: row.status,
          outcome: row.outcome ?? undefined,
        },
      };
    if (found.length < ROWS_PER_READ) return;
    after = found.at(-1)?.id ?? null;
  }
}

/** Reads what the moderators decided about a person, and the appeals, newest first. */
export async function* readDecisions(ctx: MemberContext): AsyncGenerator<ExportItem> {
  for (let before: string | null = null; ;) {
    const found = await listDecisionsAbout(ctx, ctx.viewer.id, before, ROWS_PER_READ);
    for (const row of found)
      yield {
        at: row.created_at.toISOString(),
        text: row.message,
        ...(row.subject_type === 'post' && { url: postUrl(ctx, row.subject_id) }),
        details: {
          action: row.action,
          subject: row.subject_type,
          reason: row.reason,
          rule: row.rule_text ?? undefined,
          until: row.until?.toISOString(),
          undoneAt: row.undone_at?.toISOString(),
          appeal: row.appeal ?? undefined,
          appealedAt: row.appealed_at?.toISOString(),
          isUpheld: row.is_upheld ?? undefined,
          answer: row.answer ?? undefined,
        },
      };
    if (found.length < ROWS_PER_READ) return;
    before = found.at(-1)?.id ?? null;
  }
}
