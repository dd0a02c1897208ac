import * as words from '#words/users';
import { readLink } from '@roost/contract/text/links';
import { excerptOf } from '@roost/contract/text/text';
import { MAX_LINKS } from '@roost/contract/users';

/** A line with an address, and its position in the typed text. */
interface LinkLine {
  address: string;
  /** From 1, without empty lines. */
  number: number;
  start: number;
  end: number;
}

/** The first thing that is wrong with the typed links, and the part of the text that it is about. */
export interface LinksProblem {
  message: string;
  start: number;
  end: number;
}

/** The most characters of a wrong address in its message. */
const MAX_EXCERPT_LENGTH = 30;

/** The addresses of a text with one in each line. */
export const linesOf = (text: string): string[] => addressLines(text).map(({ address }) => address);

/** Checks the typed links. The server checks them too. */
export function problemWithLinks(text: string): LinksProblem | undefined {
  const lines = addressLines(text);
  const wrong = lines.find(({ address }) => readLink(address) === null);
  if (wrong) return { ...wrong, message: sentenceAbout(wrong) };
  const surplus = lines[MAX_LINKS];
  return surplus && { ...surplus, message: words.tooManyLinks({ max: MAX_LINKS }) };
}

function sentenceAbout({ address, number }: LinkLine): string {
  const named = { number, address: excerptOf(address, MAX_EXCERPT_LENGTH) };
  return /^https?:\/\//i.test(address) ? words.linkIsUnusable(named) : words.linkBegins(named);
}

function addressLines(text: string): LinkLine[] {
  return [...text.matchAll(/\S[^\n]*/g)].map(({ 0: rest, index }, nth) => {
    const address = rest.trimEnd();
    return { address, number: nth + 1, start: index, end: index + address.length };
  });
}
