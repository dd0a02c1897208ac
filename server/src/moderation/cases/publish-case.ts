import type { Context } from '../../kernel/context.ts';
import type { PublishEvent } from '../../platform/sockets/publish.ts';
import { listStaff } from '../people/people.queries.ts';
import { handlersOf } from '../people/staff.ts';
import { findCase } from './case.queries.ts';

/** Sends a changed case to the tabs at this node of those of the staff who may handle it and can act now. */
export async function publishCase(
  ctx: Context,
  caseId: string,
  publishHere: PublishEvent,
): Promise<void> {
  const found = await findCase(ctx, caseId);
  if (!found) return;
  const change = {
    _id: found.id,
    status: found.status,
    assigneeId: found.assignee_id,
    reports: found.report_count,
  };
  for (const { id: userId } of handlersOf(await listStaff(ctx), found.person_id))
    publishHere(userId, 'caseChanged', change);
}
