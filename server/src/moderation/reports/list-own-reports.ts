import type { OwnReport } from '@roost/contract/moderation';
import { id, type Pagination, type Paging } from '@roost/contract/wire';
import type { MemberContext } from '../../kernel/context.ts';
import { pageOf, windowOf } from '../../platform/http/paging/paging.ts';
import { hydratePosts } from '../../posts/hydration/hydrate-posts.ts';
import { loadPeople, presentName, type Person } from '../../users/present-users.ts';
import { listReportsBy } from './report.queries.ts';

/** Lists a page of the viewer's own reports. It tells whether the moderators looked at each, and whether they acted. */
export async function listOwnReports(
  ctx: MemberContext,
  paging: Paging,
): Promise<{ reports: OwnReport[]; pagination: Pagination }> {
  const page = windowOf(ctx, paging, id, 'own reports');
  const found = await listReportsBy(ctx, ctx.viewer.id, page);
  const { rows, pagination } = pageOf(found, paging, page, (row) => row.id);
  const people = await loadPeople(
    ctx,
    rows.map((row) => row.person_id),
  );
  const posts = await hydratePosts(
    ctx,
    rows.flatMap((row) => (row.subject_type === 'post' ? row.subject_id : [])),
  );
  const reports = rows.map((row) => ({
    _id: row.id,
    subject: { type: row.subject_type, _id: row.subject_id },
    person: presentReported(ctx, people.get(row.person_id)),
    reason: row.reason,
    comment: row.comment,
    ruleId: row.rule_id,
    createdAt: row.created_at.toISOString(),
    status: row.status,
    outcome: row.outcome,
    hasPost: row.subject_type === 'post' && posts.visibleRow(row.subject_id) !== undefined,
  }));
  return { reports, pagination };
}

/** The viewer's own block does not hide the person, because people often block whom they report. A block by the person does. */
function presentReported(ctx: MemberContext, person: Person | undefined): OwnReport['person'] {
  if (!person || person.isHidden || person.relationship.blocked_by) return null;
  return presentName(ctx, person.user);
}
