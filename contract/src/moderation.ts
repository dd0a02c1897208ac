// Long because each feature of the server has one file here.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { moderationLimits } from './limits.ts';
import { media } from './media.ts';
import { moderationAction, reportReason } from './reasons.ts';
import { siteRule } from './site.ts';
import { text } from './text/text.ts';
import { namedUser, role } from './users.ts';
import { done, id, pagination, paging, success, time } from './wire.ts';

export { reportReasons, type ModerationAction, type ReportReason } from './reasons.ts';

export const subjectType = z.enum(['post', 'user', 'message']);
export type SubjectType = z.infer<typeof subjectType>;

/** The thing or person of a report or decision. A call is reported as the message that it leaves behind. */
export const subject = z.object({ type: subjectType, _id: id });
export type Subject = z.infer<typeof subject>;

export const caseStatus = z.enum(['open', 'assigned', 'closed']);
export type CaseStatus = z.infer<typeof caseStatus>;

export const createReport = endpoint({
  method: 'POST',
  path: '/api/reports',
  summary: 'Report a post, a person or a message to the moderators',
  auth: 'member',
  limit: 'reports',
  body: z.object({
    subject,
    reason: reportReason,
    comment: text(moderationLimits.comment).default(''),
    /** The rule of the site that the subject breaks. */
    ruleId: id.optional(),
  }),
  status: 201,
  response: success(z.object({ _id: id })),
});

const ownReport = z.object({
  _id: id,
  subject,
  /** The person whom the report is about. Null if they are not here any more. */
  person: namedUser.nullable(),
  reason: reportReason,
  comment: z.string(),
  ruleId: id.nullable(),
  createdAt: time,
  status: z.enum(['open', 'closed']),
  /** Whether the moderators acted. Null until they have looked at it. */
  outcome: z.enum(['dismissed', 'acted']).nullable(),
  /** Whether it is about a post that the viewer can open now. A removed post is not there, as a deleted one. */
  hasPost: z.boolean(),
});
export type OwnReport = z.infer<typeof ownReport>;

export const listOwnReports = endpoint({
  method: 'GET',
  path: '/api/reports/mine',
  summary: 'The viewer’s own reports and what became of them, newest first',
  auth: 'member',
  limit: 'reads',
  query: paging,
  response: success(z.object({ reports: z.array(ownReport), pagination })),
});

const staffed = { auth: 'member', staff: 'moderator' } as const;
const onCase = z.object({ caseId: id });

/**
 * - `held`: The site limits the author until somebody of the staff decides.
 * - `newAccount` and `unverified`: The author counts as new, or has no verified address.
 * - `sameText`: The text was written several times recently.
 * - `sameNetwork`: Other accounts were registered recently from the author's range of addresses.
 * - `links`: The text has links.
 */
export const caseSignal = z.enum([
  'held',
  'newAccount',
  'unverified',
  'sameText',
  'sameNetwork',
  'links',
]);
export type CaseSignal = z.infer<typeof caseSignal>;

/** The signs of spam in a case. Counts stop at 500. */
export const caseSignals = z.object({
  /** The end of the hold by the site. A decision ends it earlier. Null without one. */
  heldUntil: time.nullable(),
  isNew: z.boolean(),
  isUnverified: z.boolean(),
  /** The number of links in the text. */
  links: z.int(),
  /** Where the text was written in the last days. Null for a text that is short, private, or was written once. */
  text: z
    .object({
      times: z.int(),
      accounts: z.int(),
      newAccounts: z.int(),
      firstAt: time,
      lastAt: time,
    })
    .nullable(),
  /** The other accounts that were registered recently from the author's range of addresses. Null if there are none. */
  network: z.object({ accounts: z.int() }).nullable(),
});
export type CaseSignals = z.infer<typeof caseSignals>;

export const moderationCase = z.object({
  _id: id,
  subject,
  /** The number of reports. */
  reports: z.int(),
  firstAt: time,
  lastAt: time,
  status: caseStatus,
  assignee: namedUser.nullable(),
  /** The person whom a decision concerns: the author of the subject, or the subject itself. Null after an erasure. */
  author: namedUser.nullable(),
  /** The signs of spam, in short. */
  signals: z.array(caseSignal),
  /** The beginning of the text as it was last reported. Empty without a text, or after the evidence was deleted. */
  preview: z.string().max(moderationLimits.preview),
  /** The number of pictures and videos of the subject as it was last reported. */
  media: z.int(),
  /** How many reports gave each reason, the most frequent first. */
  reasons: z.array(z.object({ reason: reportReason, count: z.int() })),
});
export type ModerationCase = z.infer<typeof moderationCase>;

/** Words separated by commas. Unknown words are left out. Without a known word there is no filter. */
function listOf<T extends string>(words: readonly T[]) {
  return z
    .string()
    .max(200)
    .transform((value) => words.filter((word) => value.split(',').includes(word)))
    .optional()
    .catch(undefined);
}

export const listCases = endpoint({
  method: 'GET',
  path: '/api/moderation/reports',
  summary: 'Reports grouped by subject, the latest first',
  ...staffed,
  limit: 'reads',
  query: paging.extend({
    status: listOf(caseStatus.options),
    type: listOf(subjectType.options),
    /** `me`, `none`, or the id of a moderator. */
    assigned: z
      .union([z.enum(['me', 'none']), id])
      .optional()
      .catch(undefined),
  }),
  response: success(
    z.object({
      cases: z.array(moderationCase),
      /** The numbers of all waiting cases, of the viewer's own, and of appeals. The filter does not change them. */
      waiting: z.object({ cases: z.int(), own: z.int(), appeals: z.int() }),
      pagination,
    }),
  ),
});
export type CaseList = z.infer<(typeof listCases)['response']>['data'];

/**
 * What two cases have in common:
 * - `text`: The texts are the same, except for upper case and spaces.
 * - `address`: The authors last came from one range of network addresses, /24 or /64.
 * - `time`: The authors joined within an hour.
 */
export const likeness = z.enum(['text', 'address', 'time']);
export type Likeness = z.infer<typeof likeness>;

const alikeCase = moderationCase.extend({ alike: z.array(likeness).min(1) });
export type AlikeCase = z.infer<typeof alikeCase>;

/** The most cases that one call decides. */
export const MAX_DECIDED_CASES = 200;

export const listAlikeCases = endpoint({
  method: 'GET',
  path: '/api/moderation/reports/:caseId/alike',
  summary: 'Other cases that wait and resemble this one, such as those of a wave of spam',
  ...staffed,
  limit: 'reads',
  params: onCase,
  response: success(z.object({ cases: z.array(alikeCase).max(MAX_DECIDED_CASES) })),
});

/** A message of a case. The one that was reported comes last. */
const shownMessage = z.object({
  _id: id,
  sender: namedUser.nullable(),
  kind: z.enum(['message', 'call']),
  content: z.string(),
  media: z.array(media),
  createdAt: time,
});

/** A subject as somebody saw it. */
export const shownSubject = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('post'),
    content: z.string(),
    media: z.array(media),
    visibility: z.enum(['public', 'followers']),
    /** The comment or post that it answers. */
    parentId: id.nullable(),
    createdAt: time,
    editedAt: time.nullable(),
  }),
  z.object({
    type: z.literal('user'),
    username: z.string(),
    fullName: z.string(),
    bio: z.string(),
    avatar: media.nullable(),
    coverImage: media.nullable(),
  }),
  z.object({
    type: z.literal('message'),
    /** The reported message, after at most five before it. */
    messages: z.array(shownMessage).min(1).max(6),
  }),
]);
export type ShownSubject = z.infer<typeof shownSubject>;

const words = text(moderationLimits.note).default('');

const verdict = z.object({
  action: moderationAction,
  /** The end of `limit` or `suspend`. Without it, they have none. */
  until: time.max(40).optional(),
  /** For the staff only. */
  note: words,
  /** For the author. */
  message: words,
  /** Absent: the reason that most reporters gave. */
  reason: reportReason.optional(),
  ruleId: id.optional(),
});
export type Verdict = z.output<typeof verdict>;

export const decision = z.object({
  _id: id,
  caseId: id,
  subject,
  action: moderationAction,
  reason: reportReason,
  ruleId: id.nullable(),
  /** The broken rule, as it was at the time of the decision. */
  rule: siteRule.nullable(),
  until: time.nullable(),
  note: z.string(),
  message: z.string(),
  /** Null for the operator at the machine. */
  moderator: namedUser.nullable(),
  createdAt: time,
  /** Since when it has no effect any more, and why. */
  undoneAt: time.nullable(),
  undoneBy: z.enum(['decision', 'restore', 'appeal']).nullable(),
});
export type Decision = z.infer<typeof decision>;

export const note = z.object({
  _id: id,
  author: namedUser.nullable(),
  text: z.string(),
  createdAt: time,
});

const report = z.object({
  _id: id,
  reporter: namedUser.nullable(),
  /** The site itself reported it, because a text arrived many times. */
  isBySystem: z.boolean(),
  reason: reportReason,
  comment: z.string(),
  ruleId: id.nullable(),
  createdAt: time,
});

/** The facts about a person that the staff sees. */
const personHistory = z.object({
  role,
  joinedAt: time,
  posts: z.int(),
  followers: z.int(),
  /** Reports about this person and what they wrote. */
  reports: z.int(),
  /** Reports by this person. */
  ownReports: z.int(),
  /** The measures that apply to this person now. Without an end, `until` is null. */
  measures: z.array(
    z.object({ action: z.enum(['limit', 'suspend', 'ban']), until: time.nullable() }),
  ),
  /** The newest decisions about this person. */
  decisions: z.array(decision).max(moderationLimits.shownDecisions),
});
export type PersonHistory = z.infer<typeof personHistory>;

export const showCase = endpoint({
  method: 'GET',
  path: '/api/moderation/reports/:caseId',
  summary: 'One case: its subject then and now, its author’s history, and its reports',
  ...staffed,
  limit: 'reads',
  params: onCase,
  response: success(
    z.object({
      case: moderationCase,
      signals: caseSignals,
      /** The subject as the last reporter saw it. Null after the evidence was deleted. */
      asReported: shownSubject.nullable(),
      /** The subject as it is. Null if it is gone. */
      now: shownSubject.nullable(),
      /** Null after an erasure. */
      history: personHistory.nullable(),
      /** The newest 100. */
      reports: z.array(report).max(moderationLimits.shownReports),
      /** The newest notes about the author. */
      notes: z.array(note).max(moderationLimits.shownNotes),
      /** The newest decisions of this case. */
      decisions: z.array(decision).max(moderationLimits.shownDecisions),
    }),
  ),
});
export type ShownCase = z.infer<(typeof showCase)['response']>['data'];

export const assignCase = endpoint({
  method: 'PUT',
  path: '/api/moderation/reports/:caseId/assignee',
  summary: 'Take a case, so that others of the staff see who works on it',
  ...staffed,
  limit: 'writes',
  params: onCase,
  response: success(moderationCase),
});

export const unassignCase = endpoint({
  method: 'DELETE',
  path: '/api/moderation/reports/:caseId/assignee',
  summary: 'Put a case back into the queue',
  ...staffed,
  limit: 'writes',
  params: onCase,
  response: success(moderationCase),
});

export const decideCase = endpoint({
  method: 'POST',
  path: '/api/moderation/reports/:caseId/decision',
  summary: 'Decide a case and close it. A newer decision replaces an older one',
  ...staffed,
  limit: 'writes',
  params: onCase,
  body: verdict,
  response: success(decision),
});

export const decideCases = endpoint({
  method: 'POST',
  path: '/api/moderation/decisions',
  summary: 'Decide many cases in the same way, such as those of a wave of spam',
  ...staffed,
  limit: 'writes',
  body: verdict.extend({ caseIds: z.array(id).min(1).max(MAX_DECIDED_CASES) }),
  response: success(
    z.object({
      decided: z.array(id),
      /** The cases that stay as they are, with the code of the reason. */
      refused: z.array(z.object({ caseId: id, code: z.string() })),
    }),
  ),
});

const onPerson = z.object({ userId: id });

export const showPerson = endpoint({
  method: 'GET',
  path: '/api/moderation/users/:userId',
  summary: 'What the staff knows about a person, hidden or not',
  ...staffed,
  limit: 'reads',
  params: onPerson,
  response: success(
    z.object({
      user: namedUser,
      history: personHistory,
      /** The newest notes. */
      notes: z.array(note).max(moderationLimits.shownNotes),
    }),
  ),
});
export type ShownPerson = z.infer<(typeof showPerson)['response']>['data'];

export const addNote = endpoint({
  method: 'POST',
  path: '/api/moderation/users/:userId/notes',
  summary: 'Add a note about a person, for the staff only',
  ...staffed,
  limit: 'writes',
  params: onPerson,
  body: z.object({
    text: text(moderationLimits.note).refine((value) => value !== '', 'Write something.'),
  }),
  status: 201,
  response: success(note),
});

export const endSessionsOf = endpoint({
  method: 'POST',
  path: '/api/moderation/users/:userId/sessions/end',
  summary: 'Sign a person out everywhere',
  ...staffed,
  limit: 'writes',
  params: onPerson,
  response: done,
});

export const restoreUser = endpoint({
  method: 'POST',
  path: '/api/moderation/users/:userId/restore',
  summary: 'Undo every suspension, ban and limit of a person',
  ...staffed,
  limit: 'writes',
  params: onPerson,
  body: z.object({ message: words }),
  response: success(z.object({ undone: z.array(id) })),
});

export const createAppeal = endpoint({
  method: 'POST',
  path: '/api/appeals',
  summary:
    'Appeal against a decision, once; a suspended person has a token from the refused sign-in',
  auth: 'public',
  limit: 'appeals',
  body: z
    .object({
      decisionId: id.optional(),
      appealToken: z.string().max(1_000).optional(),
      text: text(moderationLimits.appeal).refine((value) => value !== '', 'Write why.'),
    })
    .refine(
      ({ decisionId, appealToken }) => (decisionId === undefined) !== (appealToken === undefined),
      'Say which decision.',
    ),
  status: 201,
  response: success(z.object({ _id: id })),
});

export const appeal = z.object({
  _id: id,
  decision,
  author: namedUser.nullable(),
  text: z.string(),
  createdAt: time,
  /** Null while it is open. */
  upheld: z.boolean().nullable(),
  decidedAt: time.nullable(),
  moderator: namedUser.nullable(),
  note: z.string(),
  message: z.string(),
  /** Whether the viewer may decide it. The maker of the decision may not, if there is anybody else. */
  canDecide: z.boolean(),
});
export type Appeal = z.infer<typeof appeal>;

export const listAppeals = endpoint({
  method: 'GET',
  path: '/api/moderation/appeals',
  summary: 'Appeals, the newest first',
  ...staffed,
  limit: 'reads',
  query: paging.extend({ status: z.enum(['open', 'decided']).optional().catch(undefined) }),
  response: success(z.object({ appeals: z.array(appeal), pagination })),
});

export const decideAppeal = endpoint({
  method: 'POST',
  path: '/api/moderation/appeals/:appealId',
  summary: 'Uphold a decision, or undo it completely',
  ...staffed,
  limit: 'writes',
  params: z.object({ appealId: id }),
  body: z.object({ uphold: z.boolean(), note: words, message: words }),
  response: success(appeal),
});

/** Everything that the log tells. Old entries keep their words, so a word is never removed. */
export const auditAction = z.enum([
  'appeal.granted',
  'appeal.upheld',
  'blocks.changed',
  'case.assigned',
  'case.ban',
  'case.dismiss',
  'case.hide',
  'case.limit',
  'case.remove',
  'case.suspend',
  'case.warn',
  'counters.recountStarted',
  'counters.recounted',
  'invite.deleted',
  'invite.made',
  'job.retried',
  'key.oldEnded',
  'key.rotated',
  'media.cleaned',
  'site.changed',
  'subject.purged',
  'trends.hidden',
  'user.approved',
  'user.erased',
  'user.factorsReset',
  'user.held',
  'user.noted',
  'user.passwordEnded',
  'user.refused',
  'user.resetLinkMade',
  'user.resetLinkMailed',
  'user.restored',
  'user.roleChanged',
  'user.signedOut',
]);
export type AuditAction = z.infer<typeof auditAction>;

export const auditEntry = z.object({
  _id: id,
  at: time,
  /** Null for the operator at the machine. */
  actor: namedUser.nullable(),
  by: z.enum(['staff', 'operator', 'system']),
  action: auditAction,
  subject: z.object({ type: z.string(), _id: z.string() }).nullable(),
  /** The person whom the action concerns. */
  person: namedUser.nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/moderation/audit',
  summary: 'Who of the staff did what, newest first',
  ...staffed,
  limit: 'reads',
  query: paging.extend({
    /** The id of the person who acted. */
    actor: id.optional().catch(undefined),
    /** The id of what or whom it was about. */
    subject: id.optional().catch(undefined),
  }),
  response: success(z.object({ entries: z.array(auditEntry), pagination })),
});
