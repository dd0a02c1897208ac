import * as words from '#words/moderation';
import type { ModerationCase } from '@roost/contract/moderation';

/** Names a case by its kind and its author, such as 'Post by @ada'. */
export function aboutCase({ subject, author }: Pick<ModerationCase, 'subject' | 'author'>): string {
  if (!author) return words.caseOfAnErasedPerson;
  if (subject.type === 'user') return words.profileOf(author);
  return subject.type === 'post' ? words.postBy(author) : words.messageBy(author);
}
