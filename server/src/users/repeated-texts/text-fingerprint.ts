import { hash } from 'node:crypto';
import { fold } from '@roost/contract/text/words';
import { textParts } from '@roost/contract/text/text-parts';

/** Shorter texts, such as greetings and thanks, are the same by chance. In letters; a letter of Chinese, Japanese or Korean is two. */
const MIN_LETTERS = 24;
/** The same for a text with a link. */
const MIN_LETTERS_WITH_LINK = 12;
const FINGERPRINT_BYTES = 16;

/**
 * Returns the fingerprint of a text, or null for a text that is too short to compare. Spammers vary case, width, accents, spaces,
 * punctuation, emoji, numbers, mentions and the query of links. Quoted words are left out, because many people quote the same ones.
 */
export function fingerprintOf(content: string): Buffer | null {
  const parts = textParts(withoutQuotes(content));
  const words = parts.map((part) => {
    if (part.type === 'mention') return '';
    return part.type === 'link' ? part.host + pathOf(part.href) : part.text;
  });
  const letters = fold(words.join(' ')).replace(/[^\p{L}\p{M}]/gu, '');
  const hasLink = parts.some(({ type }) => type === 'link');
  if (lengthOf(letters) < (hasLink ? MIN_LETTERS_WITH_LINK : MIN_LETTERS)) return null;
  return hash('sha256', letters, 'buffer').subarray(0, FINGERPRINT_BYTES);
}

/** The number of links in a text. */
export function countLinks(content: string): number {
  return textParts(content).filter(({ type }) => type === 'link').length;
}

function pathOf(href: string): string {
  return URL.canParse(href) ? new URL(href).pathname : '';
}

const QUOTED_LINE = /^[^\S\n]*>.*$/gmu;
/** Bounded, because each opening mark would start another search for an end. */
const QUOTED_WORDS = /“[^”\n]{0,500}”|„[^“”\n]{0,500}[“”]|«[^»\n]{0,500}»|"[^"\n]{0,500}"/gu;

/** Quotes do not protect a link. */
function withoutQuotes(content: string): string {
  const unlessLink = (quote: string) => (countLinks(quote) > 0 ? quote : '');
  return content.replace(QUOTED_LINE, unlessLink).replace(QUOTED_WORDS, unlessLink);
}

const IDEOGRAPH = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

const lengthOf = (letters: string) => letters.length + (letters.match(IDEOGRAPH)?.length ?? 0);
