import * as words from '#words/notifications';
import type { NotificationGroup, SecurityEvent } from '@roost/contract/notifications';
import { sentenceOfDecision } from '../decisions/decision-sentence.ts';

export type Sender = NotificationGroup['senders'][number];

/**
 * Returns the parts of a group's sentence: 'A, B and 3 others liked your post.' `present` makes the part for a sender. Two
 * senders are named.
 */
export function sentenceOf(
  { senders, type, isAboutComment, count, decision, security }: NotificationGroup,
  present: (sender: Sender) => unknown,
): unknown[] {
  const [first, second] = senders.slice(0, 2).map(present);
  const others = Math.max(0, count - Math.min(senders.length, 2));
  if (type === 'moderation')
    return [decision ? sentenceOfDecision(decision) : words.moderatorsDecided];
  if (type === 'security')
    return [security ? securitySentences[security.what] : words.accountChanged];
  return actions[type](isAboutComment)({ who: whoOf(first, second, others), count });
}

function whoOf(first: unknown, second: unknown, others: number): unknown {
  if (second === undefined) return others > 0 ? words.oneAndOthers({ first, others }) : first;
  return others > 0 ? words.twoAndOthers({ first, second, others }) : words.two({ first, second });
}

const actions = {
  like: (isComment: boolean) => (isComment ? words.likedComment : words.likedPost),
  repost: (isComment: boolean) => (isComment ? words.repostedComment : words.repostedPost),
  comment: () => words.replied,
  mention: () => words.mentioned,
  follow: () => words.followed,
  followRequest: () => words.askedToFollow,
} satisfies Record<Exclude<NotificationGroup['type'], 'moderation' | 'security'>, unknown>;

const securitySentences: Record<SecurityEvent, string> = {
  passwordChanged: words.passwordChanged,
  passwordReset: words.passwordReset,
  totpEnabled: words.totpEnabled,
  totpDisabled: words.totpDisabled,
  recoveryCodesReplaced: words.recoveryCodesReplaced,
  passkeyAdded: words.passkeyAdded,
  passkeyRemoved: words.passkeyRemoved,
  factorsReset: words.factorsReset,
  emailChangeAsked: words.emailChangeAsked,
  emailChanged: words.emailChanged,
};
