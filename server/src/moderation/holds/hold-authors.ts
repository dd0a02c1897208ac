import { lockAccount } from '../../auth/account.queries.ts';
import type { Context } from '../../kernel/context.ts';
import type { PayloadOf } from '../../kernel/events.ts';
import { emit } from '../../platform/database/transaction.ts';
import { findPosts } from '../../posts/post.queries.ts';
import type { WrittenText } from '../../users/repeated-texts/repeated-text.queries.ts';
import type { textRepeated } from '../../users/repeated-texts/repeated-texts.events.ts';
import { recordAuditBy } from '../audit/record-audit.ts';
import { applyToPerson } from '../decisions/apply-to-person.ts';
import { caseChanged } from '../moderation.events.ts';
import { evidenceOfPost, evidenceOfUser, type FoundSubject } from '../reports/find-subject.ts';
import { fileReport } from '../reports/file-report.ts';
import { findUser } from '../reports/subject.queries.ts';
import * as queries from './hold.queries.ts';

/**
 * Limits the authors of a text that arrived too often, until somebody of the staff decides. For each of them the site opens a case, as a
 * report does. A text that the staff has dismissed holds nobody back.
 */
export async function holdAuthors(
  tx: Context,
  repeated: PayloadOf<typeof textRepeated>[],
): Promise<void> {
  for (const { fingerprint, authors } of repeated) {
    if (await queries.isTextDismissed(tx, fingerprint)) continue;
    // The order of people prevents deadlocks between two texts of a wave.
    for (const author of authors.toSorted(byPerson)) await hold(tx, author, fingerprint);
  }
}

const byPerson = (one: WrittenText, other: WrittenText) =>
  one.author_id < other.author_id ? -1 : 1;

async function hold(tx: Context, written: WrittenText, fingerprint: Buffer): Promise<void> {
  const personId = written.author_id;
  // The lock keeps two texts at the same time from opening two cases.
  if (!(await lockAccount(tx, personId)) || (await queries.isHeld(tx, personId))) return;
  const subject = await subjectOf(tx, written);
  if (!subject) return;
  const report = await fileReport(tx, subject, {
    reporterId: null,
    reason: 'spam',
    comment: '',
    fingerprint,
  });
  // The staff has decided about this post already.
  if (report.isClosed) return;
  await queries.insertHold(tx, report.caseId, personId);
  await applyToPerson(tx, personId);
  await recordAuditBy(tx, 'system', {
    action: 'user.held',
    subject: { type: subject.type, id: subject.id },
    personId,
    after: { case: report.caseId },
  });
  emit(tx, caseChanged, { caseId: report.caseId });
}

/** A case is about the post. The staff sees no message that nobody reported, so for a message it is about the person. */
async function subjectOf(tx: Context, written: WrittenText): Promise<FoundSubject | null> {
  const { author_id: personId, subject_type, subject_id: id } = written;
  if (subject_type === 'post') {
    const [post] = await findPosts(tx, [id]);
    if (!post || post.deleted_at) return null;
    return { type: 'post', id, personId, conversationId: null, evidence: evidenceOfPost(post) };
  }
  const user = await findUser(tx, personId);
  if (!user) return null;
  const evidence = evidenceOfUser(user);
  return { type: 'user', id: personId, personId, conversationId: null, evidence };
}
