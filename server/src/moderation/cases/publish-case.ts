import type { Context } from '../../kernel/context.ts';
import { makePublishRemote, type PublishEvent } from '../../platform/sockets/publish.ts';
import { listStaffIds } from '../people/people.queries.ts';
import { findCase } from './case.queries.ts';

/** Sends a changed case to all tabs of the staff. `publishHere` is missing on a node without sockets. */
export async function publishCase(
  ctx: Context,
  caseId: string,
  publishHere: PublishEvent | undefined,
): Promise<void> {
  const found = await findCase(ctx, caseId);
  if (!found) return;
  const change = {
    _id: found.id,
    status: found.status,
    assigneeId: found.assignee_id,
    reports: found.report_count,
  };
  for (const userId of await listStaffIds(ctx)) {
    publishHere?.(userId, 'caseChanged', change);
    makePublishRemote(ctx.cluster)(userId, 'caseChanged', change);
  }
}
