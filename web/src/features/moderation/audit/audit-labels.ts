import * as words from '#words/moderation';

/** What an entry of the log says, by its action. Unknown actions show their name. */
const labels: Partial<Record<string, string>> = {
  'case.assigned': words.assignedACase,
  'case.dismiss': words.dismissedACase,
  'case.warn': words.warnedTheAuthor,
  'case.hide': words.hidTheSubject,
  'case.remove': words.removedTheSubject,
  'case.limit': words.limitedTheAuthor,
  'case.suspend': words.suspendedTheAuthor,
  'case.ban': words.bannedTheAuthor,
  'appeal.upheld': words.upheldADecision,
  'appeal.granted': words.undidADecision,
  'subject.purged': words.deletedARemovedSubject,
  'user.restored': words.restoredAPerson,
  'user.noted': words.addedANote,
  'user.signedOut': words.signedAPersonOut,
};

export const auditLabel = (action: string): string => labels[action] ?? action;
