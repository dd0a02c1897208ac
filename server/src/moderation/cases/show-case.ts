import type { ShownCase } from '@roost/contract/moderation';
import type { MemberContext } from '../../kernel/context.ts';
import { listDecisionsOf } from '../decisions/decision.queries.ts';
import { presentDecisions } from '../decisions/present-decisions.ts';
import { findNewestEvidence } from '../evidence/evidence.queries.ts';
import { notesAbout } from '../people/notes.ts';
import { historyOf } from '../people/person-history.ts';
import { loadNames } from '../people/present-names.ts';
import { findSignals } from '../signals/find-signals.ts';
import { assertShown, caseNotFound } from './assert-shown.ts';
import { findCase, listReportsOf } from './case.queries.ts';
import { findCurrent } from './find-current.ts';
import { presentCases } from './present-cases.ts';
import { presentCurrent, presentEvidence } from './present-subject.ts';

/** Shows a case: its subject as the last reporter saw it and as it is, the author's history, and the reports. */
export async function showCase(ctx: MemberContext, caseId: string): Promise<ShownCase> {
  const found = await assertShown(ctx, await findCase(ctx, caseId));
  const evidence = await findNewestEvidence(ctx, caseId);
  const current = await findCurrent(ctx, found, evidence?.content);
  const [presented] = await presentCases(ctx, [found]);
  if (!presented) throw caseNotFound();
  return {
    case: presented,
    signals: (await findSignals(ctx, [found]))(found),
    asReported: evidence ? await presentEvidence(ctx, evidence) : null,
    now: current && (await presentCurrent(ctx, current)),
    history: await historyOf(ctx, found.person_id),
    reports: await reportsOf(ctx, caseId),
    notes: await notesAbout(ctx, found.person_id),
    decisions: await presentDecisions(ctx, await listDecisionsOf(ctx, caseId)),
  };
}

async function reportsOf(ctx: MemberContext, caseId: string): Promise<ShownCase['reports']> {
  const found = await listReportsOf(ctx, caseId);
  const nameOf = await loadNames(
    ctx,
    found.map((row) => row.reporter_id),
  );
  return found.map((row) => ({
    _id: row.id,
    reporter: nameOf(row.reporter_id),
    isBySystem: row.reporter_id === null,
    reason: row.reason,
    comment: row.comment,
    ruleId: row.rule_id,
    createdAt: row.created_at.toISOString(),
  }));
}
