import { AppError } from '@roost/contract/errors';
import type { Decision } from '@roost/contract/moderation';
import type { Context } from '../../kernel/context.ts';
import { loadNames } from '../people/present-names.ts';
import { findDecision, type DecisionRow } from './decision.queries.ts';

/** Presents decisions to the staff. */
export async function presentDecisions(ctx: Context, rows: DecisionRow[]): Promise<Decision[]> {
  const nameOf = await loadNames(
    ctx,
    rows.map((row) => row.moderator_id),
  );
  return rows.map((row) => ({
    _id: row.id,
    caseId: row.case_id,
    subject: { type: row.subject_type, _id: row.subject_id },
    action: row.action,
    reason: row.reason,
    ruleId: row.rule_id,
    rule: row.rule_id && row.rule_text ? { _id: row.rule_id, text: row.rule_text } : null,
    until: row.until?.toISOString() ?? null,
    note: row.note,
    message: row.message,
    moderator: nameOf(row.moderator_id),
    createdAt: row.created_at.toISOString(),
    undoneAt: row.undone_at?.toISOString() ?? null,
    undoneBy: row.undone_by,
  }));
}

export async function presentDecision(ctx: Context, id: string): Promise<Decision> {
  const row = await findDecision(ctx, id);
  const [presented] = row ? await presentDecisions(ctx, [row]) : [];
  if (!presented) throw new AppError('not_found', { message: 'Decision not found.' });
  return presented;
}
