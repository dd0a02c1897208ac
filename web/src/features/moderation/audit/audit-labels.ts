import * as words from '#words/moderation';
import type { AuditAction } from '@roost/contract/moderation';
import type { ReactNode } from 'react';

interface AuditParts {
  actor: ReactNode;
  person: ReactNode;
}

/** An entry of the log as a whole sentence. Some sentences name nobody but the actor. */
export const auditSentences: Record<AuditAction, (parts: AuditParts) => unknown[]> = {
  'appeal.granted': words.undidADecision,
  'appeal.upheld': words.upheldADecision,
  'blocks.changed': words.changedBlocks,
  'case.assigned': words.assignedACase,
  'case.ban': words.bannedTheAuthor,
  'case.dismiss': words.dismissedACase,
  'case.hide': words.hidTheSubject,
  'case.limit': words.limitedTheAuthor,
  'case.remove': words.removedTheSubject,
  'case.suspend': words.suspendedTheAuthor,
  'case.warn': words.warnedTheAuthor,
  'counters.recountStarted': words.beganARecount,
  'counters.recounted': words.recountedCounters,
  'invite.deleted': words.deletedAnInvite,
  'invite.made': words.madeAnInvite,
  'job.retried': words.retriedAJob,
  'key.oldEnded': words.endedOldKeys,
  'key.rotated': words.rotatedAKey,
  'media.cleaned': words.deletedUnusedFiles,
  'site.changed': words.changedTheSite,
  'subject.purged': words.deletedARemovedSubject,
  'trends.hidden': words.changedHiddenHashtags,
  'user.approved': words.approvedAPerson,
  'user.erased': words.erasedAPerson,
  'user.factorsReset': words.resetFactors,
  'user.held': words.heldAPerson,
  'user.noted': words.addedANote,
  'user.passwordEnded': words.endedAPassword,
  'user.refused': words.refusedAPerson,
  'user.resetLinkMade': words.madeAResetLink,
  'user.resetLinkMailed': words.emailedAResetLink,
  'user.restored': words.restoredAPerson,
  'user.roleChanged': words.changedARole,
  'user.signedOut': words.signedAPersonOut,
};
