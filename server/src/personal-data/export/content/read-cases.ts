import type { MemberContext } from '../../../kernel/context.ts';
import { listReportsBy } from '../../../moderation/reports/report.queries.ts';
import { postUrl, type ExportItem } from './export-item.ts';
import { listDecisionsAbout } from './read-cases.queries.ts';

const ROWS_PER_READ = 200;

/** Reads the reports that a person made, newest first. A reported post is a link. */
export async function* readReports(ctx: MemberContext): AsyncGenerator<ExportItem> {
  for (let after: string | null = null; ;) {
    const page = { after, offset: 0, limit: ROWS_PER_READ };
    const found = await listReportsBy(ctx, ctx.viewer.id, page);
    for (const { subject_type, subject_id, reason, comment, outcome, created_at } of found)
      yield {
        at: created_at.toISOString(),
        text: comment,
        ...(subject_type === 'post' && { url: postUrl(ctx, subject_id) }),
        details: { subject: subject_type, reason, outcome },
      };
    if (found.length < ROWS_PER_READ) return;
    after = found.at(-1)?.id ?? null;
  }
}

/** Reads what the moderators decided about a person, and the appeals, newest first. */
export async function* readDecisions(ctx: MemberContext): AsyncGenerator<ExportItem> {
  for (let before: string | null = null; ;) {
    const found = await listDecisionsAbout(ctx, ctx.viewer.id, before, ROWS_PER_READ);
    for (const { id: _, message, created_at, until, undone_at, ...facts } of found)
      yield {
        at: created_at.toISOString(),
        text: message,
        details: { ...facts, until: until?.toISOString(), undoneAt: undone_at?.toISOString() },
      };
    if (found.length < ROWS_PER_READ) return;
    before = found.at(-1)?.id ?? null;
  }
}
