import type { ModerationCase } from '@roost/contract/moderation';
import type { Context } from '../../kernel/context.ts';
import { loadNames } from '../people/present-names.ts';
import { findSignals, namesOf } from '../signals/find-signals.ts';
import type { CaseRow } from './case.queries.ts';
import { findGlimpses } from './glimpse.queries.ts';

/** Presents cases to the staff, in the given order. */
export async function presentCases(ctx: Context, rows: CaseRow[]): Promise<ModerationCase[]> {
  if (rows.length === 0) return [];
  const nameOf = await loadNames(
    ctx,
    rows.flatMap((row) => [row.assignee_id, row.person_id]),
  );
  const signalsOf = await findSignals(ctx, rows);
  const found = await findGlimpses(
    ctx,
    rows.map((row) => row.id),
  );
  const glimpses = new Map(found.map((glimpse) => [glimpse.case_id, glimpse]));
  return rows.map((row) => {
    const glimpse = glimpses.get(row.id);
    return {
      _id: row.id,
      subject: { type: row.subject_type, _id: row.subject_id },
      reports: row.report_count,
      firstAt: row.first_at.toISOString(),
      lastAt: row.last_at.toISOString(),
      status: row.status,
      assignee: nameOf(row.assignee_id),
      author: nameOf(row.person_id),
      signals: namesOf(signalsOf(row)),
      preview: glimpse?.text ?? '',
      media: glimpse?.media ?? 0,
      reasons: glimpse?.reasons ?? [],
    };
  });
}
