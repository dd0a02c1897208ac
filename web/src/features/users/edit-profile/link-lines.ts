import * as words from '#words/users';
import { readLink } from '@roost/contract/text/links';
import { MAX_LINKS } from '@roost/contract/users';

/** The addresses of a text with one in each line. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** What is wrong with the typed links. The server checks them too. */
export function linksError(text: string): string | undefined {
  const lines = linesOf(text);
  const isFine = lines.length <= MAX_LINKS && lines.every((line) => readLink(line) !== null);
  return isFine ? undefined : words.linksBegin({ max: MAX_LINKS });
}
