import { wordsIn } from '#words/personal-data';
import type { SubscriptionState } from '@roost/contract/billing';
import type {
  CaseStatus,
  ModerationAction,
  ReportReason,
  SubjectType,
} from '@roost/contract/moderation';
import type { ActivityKind } from '@roost/contract/security';
import type { MessagePreference, PrivacySettings } from '@roost/contract/users';
import { siteLocale } from '../../../platform/locale.ts';

const words = wordsIn(siteLocale);

const privacy: Record<keyof PrivacySettings, string> = {
  followApproval: words.followApproval,
  showOnline: words.showOnline,
  sendReadReceipts: words.sendReadReceipts,
  sendTyping: words.sendTyping,
  showFollows: words.showFollows,
  relayCallsOnly: words.relayCallsOnly,
  discoverable: words.discoverable,
  messageRequests: words.messageRequests,
};

/** The name of each fact in `details`, on every level. A test fails for a fact without a name. */
export const detailLabels: Record<string, string> = {
  username: words.username,
  fullName: words.fullName,
  email: words.email,
  emailVerifiedAt: words.emailVerifiedAt,
  pendingEmail: words.pendingEmail,
  formerEmails: words.formerEmails,
  heldUntil: words.heldUntil,
  usernameChangedAt: words.usernameChangedAt,
  followers: words.followers,
  following: words.followingCount,
  posts: words.postsCount,
  role: words.role,
  premium: words.premium,
  premiumUntil: words.premiumUntil,
  links: words.links,
  verifiedLinks: words.verifiedLinks,
  language: words.language,
  privacy: words.privacy,
  ...privacy,
  mutedWords: words.mutedWords,
  text: words.word,
  wholeWord: words.wholeWord,
  where: words.mutedIn,
  messagePreference: words.messagePreference,
  notificationPreferences: words.notificationPreferences,
  all: words.allNotifications,
  like: words.likeNotifications,
  comment: words.commentNotifications,
  follow: words.followNotifications,
  mention: words.mentionNotifications,
  passkeys: words.passkeys,
  name: words.passkeyName,
  addedAt: words.addedAt,
  lastUsedAt: words.lastUsed,
  hasAuthenticatorApp: words.hasAuthenticatorApp,
  recoveryCodesLeft: words.recoveryCodesLeft,
  acceptedRules: words.acceptedRules,
  wasInvited: words.wasInvited,
  registeredFrom: words.registeredFrom,
  visibility: words.visibility,
  isRepost: words.repost,
  repost: words.repostNotifications,
  answers: words.answerTo,
  editedAt: words.edited,
  hashtags: words.hashtags,
  pictures: words.pictures,
  repostsOnly: words.repostsOnly,
  what: words.event,
  device: words.device,
  address: words.address,
  subject: words.subject,
  action: words.decision,
  reason: words.reason,
  rule: words.rule,
  status: words.reportStatus,
  outcome: words.outcome,
  until: words.until,
  undoneAt: words.undoneAt,
  appeal: words.appeal,
  appealedAt: words.appealedAt,
  isUpheld: words.isUpheld,
  answer: words.answer,
  plan: words.plan,
  number: words.paymentNumber,
  amount: words.amount,
  from: words.from,
  paidUntil: words.paidUntil,
  cancelledAt: words.cancelledAt,
  maxUses: words.maxUses,
  used: words.used,
  expiresAt: words.expiresAt,
};

const reasons: Record<ReportReason, string> = {
  spam: words.reasonSpam,
  harassment: words.reasonHarassment,
  hate: words.reasonHate,
  violence: words.reasonViolence,
  sexual: words.reasonSexual,
  self_harm: words.reasonSelfHarm,
  illegal: words.reasonIllegal,
  other: words.reasonOther,
};

const actions: Record<ModerationAction, string> = {
  dismiss: words.actionDismiss,
  hide: words.actionHide,
  remove: words.actionRemove,
  warn: words.actionWarn,
  limit: words.actionLimit,
  suspend: words.actionSuspend,
  ban: words.actionBan,
};

const activities: Record<ActivityKind, string> = {
  signIn: words.signedIn,
  signInFailed: words.signInFailed,
  codeFailed: words.codeFailed,
  reauthFailed: words.proofFailed,
  recoveryCodeUsed: words.recoveryCodeUsed,
  passwordChanged: words.changedPassword,
  passwordReset: words.resetPassword,
  totpEnabled: words.turnedOnTheApp,
  totpDisabled: words.turnedOffTheApp,
  recoveryCodesReplaced: words.replacedRecoveryCodes,
  passkeyAdded: words.addedPasskey,
  passkeyRemoved: words.removedPasskey,
  factorsReset: words.factorsWereReset,
  undone: words.undidChange,
  usernameChanged: words.changedTheUsername,
  accountClosed: words.closedTheAccount,
  accountRestored: words.restoredTheAccount,
  emailChangeAsked: words.askedToChangeTheAddress,
  emailChanged: words.changedTheAddress,
  emailVerified: words.confirmedTheAddress,
};

const preferences: Record<MessagePreference, string> = {
  everyone: words.everyone,
  followers: words.followersOnly,
  following: words.peopleYouFollow,
  mutualFollowers: words.mutualFollowers,
  'no one': words.noOne,
};

const subjects: Record<SubjectType, string> = {
  post: words.subjectPost,
  user: words.subjectProfile,
  message: words.subjectMessage,
};

const states: Record<SubscriptionState, string> = {
  pending: words.statePending,
  active: words.stateActive,
  grace: words.stateGrace,
  cancelled: words.stateCancelled,
  ended: words.stateEnded,
};

/** The words for the codes of a fact. Facts that are not here have no codes. */
export const valueWords: Record<string, Record<string, string>> = {
  role: { member: words.roleMember, moderator: words.roleModerator, admin: words.roleAdmin },
  where: {
    feed: words.placeFeed,
    notifications: words.placeNotifications,
    search: words.placeSearch,
  },
  messagePreference: preferences,
  visibility: { public: words.everyone, followers: words.followersOnly },
  what: activities,
  subject: subjects,
  action: actions,
  reason: reasons,
  // Of a report, or of a subscription.
  status: {
    ...states,
    open: words.reportOpen,
    closed: words.reportClosed,
  } satisfies Record<SubscriptionState | Exclude<CaseStatus, 'assigned'>, string>,
  outcome: { dismissed: words.outcomeDismissed, acted: words.outcomeActed },
  plan: { Monthly: words.planMonthly, Annual: words.planAnnual },
};
for (const name of ['all', 'like', 'comment', 'follow', 'mention', 'repost'])
  valueWords[name] = { anyone: words.anyone, 'no one': words.noOne };
