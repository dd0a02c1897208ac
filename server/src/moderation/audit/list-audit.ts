import type { AuditEntry } from '@roost/contract/moderation';
import { id, type Pagination, type Paging } from '@roost/contract/wire';
import type { MemberContext } from '../../kernel/context.ts';
import { pageOf, windowOf } from '../../platform/http/paging/paging.ts';
import { loadNames } from '../people/present-names.ts';
import { concealedFrom } from '../people/staff.ts';
import { listEntries } from './audit.queries.ts';

interface AuditQuery extends Paging {
  actor?: string | undefined;
  subject?: string | undefined;
}

/** Lists a page of the audit log, newest first. */
export async function listAudit(
  ctx: MemberContext,
  { actor, subject, ...paging }: AuditQuery,
): Promise<{ entries: AuditEntry[]; pagination: Pagination }> {
  const page = windowOf(ctx, paging, id, 'audit', actor ?? '', subject ?? '');
  const concealed = await concealedFrom(ctx);
  const found = await listEntries(ctx, { actor, subject, concealed }, page);
  const { rows, pagination } = pageOf(found, paging, page, (row) => row.id);
  const nameOf = await loadNames(
    ctx,
    rows.flatMap((row) => [row.actor_id, row.person_id]),
  );
  const entries = rows.map((row) => ({
    _id: row.id,
    at: row.at.toISOString(),
    by: row.by_whom,
    actor: nameOf(row.actor_id),
    action: row.action,
    subject:
      row.subject_type && row.subject_id ? { type: row.subject_type, _id: row.subject_id } : null,
    person: nameOf(row.person_id),
    before: row.before,
    after: row.after,
  }));
  return { entries, pagination };
}
