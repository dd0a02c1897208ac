import * as words from '#words/notifications';
import type { NotificationGroup } from '@roost/contract/notifications';

export type Sender = NotificationGroup['senders'][number];

/**
 * Returns the parts of a group's sentence: 'A, B and 3 others liked your post.' `present` makes the part for a sender. Two
 * senders are named.
 */
export function sentenceOf(
  { senders, type, isAboutComment, count }: NotificationGroup,
  present: (sender: Sender) => unknown,
): unknown[] {
  const [first, second] = senders.slice(0, 2).map(present);
  const others = Math.max(0, count - Math.min(senders.length, 2));
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
} satisfies Record<NotificationGroup['type'], unknown>;
