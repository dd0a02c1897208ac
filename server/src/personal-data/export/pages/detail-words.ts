import type { Words } from '#words/personal-data';
import type { SubscriptionState } from '@roost/contract/billing';
import type {
  CaseStatus,
  ModerationAction,
  ReportReason,
  SubjectType,
} from '@roost/contract/moderation';
import type { PushKind } from '@roost/contract/push';
import type { ActivityKind } from '@roost/contract/security';
import type { MessagePreference, PrivacySettings } from '@roost/contract/users';

/** A text in the language of the export. */
type Text = (words: Words) => string;

const privacy: Record<keyof PrivacySettings, Text> = {
  followApproval: (words) => words.followApproval,
  showOnline: (words) => words.showOnline,
  sendReadReceipts: (words) => words.sendReadReceipts,
  sendTyping: (words) => words.sendTyping,
  showFollows: (words) => words.showFollows,
  relayCallsOnly: (words) => words.relayCallsOnly,
  discoverable: (words) => words.discoverable,
  messageRequests: (words) => words.messageRequests,
};

/** The name of each fact in `details`, on every level. A test fails for a fact without a name. */
export const detailLabels: Record<string, Text> = {
  username: (words) => words.username,
  fullName: (words) => words.fullName,
  email: (words) => words.email,
  emailVerifiedAt: (words) => words.emailVerifiedAt,
  pendingEmail: (words) => words.pendingEmail,
  formerEmails: (words) => words.formerEmails,
  heldUntil: (words) => words.heldUntil,
  usernameChangedAt: (words) => words.usernameChangedAt,
  followers: (words) => words.followers,
  following: (words) => words.followingCount,
  posts: (words) => words.postsCount,
  role: (words) => words.role,
  premium: (words) => words.premium,
  premiumUntil: (words) => words.premiumUntil,
  links: (words) => words.links,
  verifiedLinks: (words) => words.verifiedLinks,
  language: (words) => words.language,
  privacy: (words) => words.privacy,
  ...privacy,
  mutedWords: (words) => words.mutedWords,
  pinnedPost: (words) => words.pinnedPost,
  readFollowingTo: (words) => words.readFollowingTo,
  readFollowingAt: (words) => words.readFollowingAt,
  readNotificationsAt: (words) => words.readNotificationsAt,
  text: (words) => words.word,
  wholeWord: (words) => words.wholeWord,
  where: (words) => words.mutedIn,
  messagePreference: (words) => words.messagePreference,
  notificationPreferences: (words) => words.notificationPreferences,
  all: (words) => words.allNotifications,
  like: (words) => words.likeNotifications,
  comment: (words) => words.commentNotifications,
  follow: (words) => words.followNotifications,
  mention: (words) => words.mentionNotifications,
  passkeys: (words) => words.passkeys,
  name: (words) => words.passkeyName,
  addedAt: (words) => words.addedAt,
  lastUsedAt: (words) => words.lastUsed,
  pushService: (words) => words.pushService,
  pushKinds: (words) => words.pushKinds,
  pushPreview: (words) => words.pushPreview,
  pushSince: (words) => words.pushSince,
  hasAuthenticatorApp: (words) => words.hasAuthenticatorApp,
  recoveryCodesLeft: (words) => words.recoveryCodesLeft,
  acceptedRules: (words) => words.acceptedRules,
  wasInvited: (words) => words.wasInvited,
  registeredFrom: (words) => words.registeredFrom,
  visibility: (words) => words.visibility,
  isRepost: (words) => words.repost,
  repost: (words) => words.repostNotifications,
  answers: (words) => words.answerTo,
  editedAt: (words) => words.edited,
  hashtags: (words) => words.hashtags,
  pictures: (words) => words.pictures,
  repostsOnly: (words) => words.repostsOnly,
  what: (words) => words.event,
  device: (words) => words.device,
  address: (words) => words.address,
  subject: (words) => words.subject,
  action: (words) => words.decision,
  reason: (words) => words.reason,
  rule: (words) => words.rule,
  status: (words) => words.reportStatus,
  outcome: (words) => words.outcome,
  until: (words) => words.until,
  undoneAt: (words) => words.undoneAt,
  appeal: (words) => words.appeal,
  appealedAt: (words) => words.appealedAt,
  isUpheld: (words) => words.isUpheld,
  answer: (words) => words.answer,
  plan: (words) => words.plan,
  number: (words) => words.paymentNumber,
  amount: (words) => words.amount,
  from: (words) => words.from,
  paidUntil: (words) => words.paidUntil,
  cancelledAt: (words) => words.cancelledAt,
  maxUses: (words) => words.maxUses,
  used: (words) => words.used,
  expiresAt: (words) => words.expiresAt,
};

const reasons: Record<ReportReason, Text> = {
  spam: (words) => words.reasonSpam,
  harassment: (words) => words.reasonHarassment,
  hate: (words) => words.reasonHate,
  violence: (words) => words.reasonViolence,
  sexual: (words) => words.reasonSexual,
  self_harm: (words) => words.reasonSelfHarm,
  illegal: (words) => words.reasonIllegal,
  other: (words) => words.reasonOther,
};

const actions: Record<ModerationAction, Text> = {
  dismiss: (words) => words.actionDismiss,
  hide: (words) => words.actionHide,
  remove: (words) => words.actionRemove,
  warn: (words) => words.actionWarn,
  limit: (words) => words.actionLimit,
  suspend: (words) => words.actionSuspend,
  ban: (words) => words.actionBan,
};

const activities: Record<ActivityKind, Text> = {
  signIn: (words) => words.signedIn,
  signInFailed: (words) => words.signInFailed,
  codeFailed: (words) => words.codeFailed,
  reauthFailed: (words) => words.proofFailed,
  recoveryCodeUsed: (words) => words.recoveryCodeUsed,
  passwordChanged: (words) => words.changedPassword,
  passwordReset: (words) => words.resetPassword,
  totpEnabled: (words) => words.turnedOnTheApp,
  totpDisabled: (words) => words.turnedOffTheApp,
  recoveryCodesReplaced: (words) => words.replacedRecoveryCodes,
  passkeyAdded: (words) => words.addedPasskey,
  passkeyRemoved: (words) => words.removedPasskey,
  factorsReset: (words) => words.factorsWereReset,
  undone: (words) => words.undidChange,
  usernameChanged: (words) => words.changedTheUsername,
  accountClosed: (words) => words.closedTheAccount,
  accountRestored: (words) => words.restoredTheAccount,
  emailChangeAsked: (words) => words.askedToChangeTheAddress,
  emailChanged: (words) => words.changedTheAddress,
  emailVerified: (words) => words.confirmedTheAddress,
};

const preferences: Record<MessagePreference, Text> = {
  everyone: (words) => words.everyone,
  followers: (words) => words.followersOnly,
  following: (words) => words.peopleYouFollow,
  mutualFollowers: (words) => words.mutualFollowers,
  'no one': (words) => words.noOne,
};

const subjects: Record<SubjectType, Text> = {
  post: (words) => words.subjectPost,
  user: (words) => words.subjectProfile,
  message: (words) => words.subjectMessage,
};

const pushKinds: Record<PushKind, Text> = {
  messages: (words) => words.pushMessages,
  calls: (words) => words.pushCalls,
  mentions: (words) => words.pushMentions,
  follows: (words) => words.pushFollows,
  others: (words) => words.pushOthers,
};

const states: Record<SubscriptionState, Text> = {
  pending: (words) => words.statePending,
  active: (words) => words.stateActive,
  grace: (words) => words.stateGrace,
  cancelled: (words) => words.stateCancelled,
  ended: (words) => words.stateEnded,
};

/** The words for the codes of a fact. Facts that are not here have no codes. */
export const valueWords: Record<string, Record<string, Text>> = {
  role: {
    member: (words) => words.roleMember,
    moderator: (words) => words.roleModerator,
    admin: (words) => words.roleAdmin,
  },
  where: {
    feed: (words) => words.placeFeed,
    notifications: (words) => words.placeNotifications,
    search: (words) => words.placeSearch,
  },
  messagePreference: preferences,
  visibility: { public: (words) => words.everyone, followers: (words) => words.followersOnly },
  pushKinds,
  what: activities,
  subject: subjects,
  action: actions,
  reason: reasons,
  // Of a report, or of a subscription.
  status: {
    ...states,
    open: (words) => words.reportOpen,
    closed: (words) => words.reportClosed,
  } satisfies Record<SubscriptionState | Exclude<CaseStatus, 'assigned'>, Text>,
  outcome: { dismissed: (words) => words.outcomeDismissed, acted: (words) => words.outcomeActed },
  plan: { Monthly: (words) => words.planMonthly, Annual: (words) => words.planAnnual },
};
for (const name of ['all', 'like', 'comment', 'follow', 'mention', 'repost'])
  valueWords[name] = { anyone: (words) => words.anyone, 'no one': (words) => words.noOne };
