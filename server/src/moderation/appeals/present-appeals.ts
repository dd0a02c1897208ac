import type { Appeal } from '@roost/contract/moderation';
import type { MemberContext } from '../../kernel/context.ts';
import { listDecisions } from '../decisions/decision.queries.ts';
import { presentDecisions } from '../decisions/present-decisions.ts';
import { listStaff } from '../people/people.queries.ts';
import { loadNames } from '../people/present-names.ts';
import type { AppealRow } from './appeal.queries.ts';
import { mayDecide } from './may-decide.ts';

/** Presents appeals to the staff, in the given order. */
export async function presentAppeals(ctx: MemberContext, rows: AppealRow[]): Promise<Appeal[]> {
  if (rows.length === 0) return [];
  const found = await listDecisions(
    ctx,
    rows.map((row) => row.decision_id),
  );
  const decisions = new Map((await presentDecisions(ctx, found)).map((each) => [each._id, each]));
  const nameOf = await loadNames(
    ctx,
    rows.flatMap((row) => [row.person_id, row.moderator_id]),
  );
  const staff = await listStaff(ctx);
  const decidable = new Set(
    found.flatMap((each) => (mayDecide(staff, ctx.viewer.id, each) ? each.id : [])),
  );
  return rows.flatMap((row) => {
    const decision = decisions.get(row.decision_id);
    if (!decision) return [];
    return {
      _id: row.id,
      decision,
      author: nameOf(row.person_id),
      text: row.text,
      createdAt: row.created_at.toISOString(),
      upheld: row.upheld,
      decidedAt: row.decided_at?.toISOString() ?? null,
      moderator: nameOf(row.moderator_id),
      note: row.note,
      message: row.message,
      canDecide: row.decided_at === null && decidable.has(row.decision_id),
    };
  });
}
