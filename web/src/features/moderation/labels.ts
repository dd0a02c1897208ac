import * as words from '#words/moderation';
import type {
  CaseSignal,
  Decision,
  Likeness,
  ModerationAction,
  SubjectType,
} from '@roost/contract/moderation';
import type { Role } from '@roost/contract/users';

export const typeLabels: Record<SubjectType, string> = {
  post: words.post,
  user: words.person,
  message: words.message,
};

export const roleLabels: Record<Role, string> = {
  member: words.member,
  moderator: words.moderator,
  admin: words.admin,
};

/** A decision as a state. */
export const outcomeLabels: Record<ModerationAction, string> = {
  dismiss: words.dismissed,
  hide: words.hidden,
  remove: words.removed,
  warn: words.warned,
  limit: words.limited,
  suspend: words.suspended,
  ban: words.banned,
};

export const undoneLabels: Record<NonNullable<Decision['undoneBy']>, string> = {
  decision: words.replacedByANewerDecision,
  restore: words.undoneByARestore,
  appeal: words.undoneAfterAnAppeal,
};

export const signalLabels: Record<CaseSignal, string> = {
  held: words.held,
  newAccount: words.newAccount,
  unverified: words.notVerified,
  sameText: words.writtenOften,
  sameNetwork: words.manyFromOneRange,
  links: words.hasLinks,
};

export const likenessLabels: Record<Likeness, string> = {
  text: words.sameText,
  address: words.sameAddressRange,
  time: words.joinedWithinAnHour,
};
