import type { ReportReason } from '@roost/contract/moderation';
import { v7 as newId } from 'uuid';
import type { Context } from '../../kernel/context.ts';
import { holdMedia } from '../../media/held-media.queries.ts';
import { countLinks, fingerprintOf } from '../../users/repeated-texts/text-fingerprint.ts';
import { mediaIn, textIn, type Evidence } from '../evidence/evidence.ts';
import { insertEvidence, listExcess } from '../evidence/evidence.queries.ts';
import { deleteEvidence } from '../retention/retention.queries.ts';
import { releaseMedia } from '../retention/sweep-moderation.ts';
import type { FoundSubject } from './find-subject.ts';
import * as queries from './report.queries.ts';

interface Filing {
  /** Null: the site itself. */
  reporterId: string | null;
  reason: ReportReason;
  comment: string;
  ruleId?: string | null;
  /** Of the text that this is about, if it is not the text of the subject. */
  fingerprint?: Buffer;
}

/**
 * Files a report with the subject as its reporter sees it, in the caller's transaction. The same report again is the first one. A person
 * can be reported again after a decision, because they may have done something new.
 */
export async function fileReport(
  tx: Context,
  subject: FoundSubject,
  { reporterId, reason, comment, ruleId = null, fingerprint }: Filing,
): Promise<{ id: string; caseId: string; isNew: boolean; isClosed: boolean }> {
  const { id: caseId, status, round } = await queries.lockCaseOf(tx, newId(), subject);
  const isNewRound = status === 'closed' && subject.type === 'user';
  const id = newId();
  const report = {
    id,
    caseId,
    reporterId,
    round: round + Number(isNewRound),
    reason,
    comment,
    ruleId,
  };
  if (!(await queries.insertReport(tx, report))) {
    const first = (await queries.findReportId(tx, report)) ?? id;
    return { id: first, caseId, isNew: false, isClosed: status === 'closed' };
  }
  await storeEvidence(tx, caseId, id, subject.evidence);
  const text = textIn(subject.evidence);
  await queries.countReport(tx, caseId, report.round, {
    fingerprint: fingerprint ?? fingerprintOf(text),
    linkCount: countLinks(text),
  });
  return { id, caseId, isNew: true, isClosed: false };
}

/** Stores what the reporter sees, and holds its media. Equal content of a case is stored once. Too many versions lose one. */
async function storeEvidence(
  tx: Context,
  caseId: string,
  reportId: string,
  evidence: Evidence,
): Promise<void> {
  const stored = await insertEvidence(tx, caseId, newId(), evidence);
  await queries.setEvidence(tx, reportId, stored.id);
  if (!stored.isNew) return;
  await holdMedia(tx, stored.id, mediaIn(evidence));
  const excess = await listExcess(tx, caseId, stored.id);
  if (excess.length > 0) await releaseMedia(tx, await deleteEvidence(tx, excess));
}
