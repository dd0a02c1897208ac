import type { Hashtag } from '@roost/contract/search';
import type { UserCard } from '@roost/contract/users';
import { fold } from '@roost/contract/text/words';

/** People with a name that begins with each typed word. */
export function matchingPeople(people: readonly UserCard[], text: string): UserCard[] {
  const typed = wordsOf(text);
  return people.filter(({ fullName, username }) => {
    const names = [...wordsOf(fullName), ...wordsOf(username), fold(username)];
    return typed.every((word) => names.some((name) => name.startsWith(word)));
  });
}

/** Hashtags that begin with this text, ignoring `#` and spaces. */
export function matchingTags(tags: readonly Hashtag[], text: string): Hashtag[] {
  const start = fold(text.replace(/^[#＃]/u, '').replace(/\s/gu, ''));
  return tags.filter(({ _id }) => fold(_id).startsWith(start));
}

/** The words of a text, folded for comparisons. */
export function wordsOf(text: string): string[] {
  return fold(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
}
