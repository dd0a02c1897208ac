import { normalized } from './words.ts';

export type MutedPlace = 'feed' | 'notifications' | 'search';

export interface MutedWord {
  text: string;
  /** Matches the text only as a whole word, not as a part of a longer one. */
  wholeWord: boolean;
  /** Null for a word without an end. */
  until: string | null;
  where: MutedPlace[];
}

/** Scripts that write no spaces between words. A word of them has no ends that a text shows. */
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const IN_WORD = /[\p{L}\p{M}\p{N}_]/u;

/**
 * Finds the first muted word that occurs in a text. Case and width do not matter: "ＳＰＯＩＬＥＲ" matches "spoiler". A word that
 * is over does not count. With a place, only the words for this place count.
 */
export class MutedWords {
  readonly #words: readonly { text: string; folded: string; wholeWord: boolean }[];

  constructor(words: readonly MutedWord[], now: number, place?: MutedPlace) {
    this.#words = words
      .filter(
        ({ until, where }) =>
          (until === null || Date.parse(until) > now) && (!place || where.includes(place)),
      )
      .map(({ text, wholeWord }) => ({ text, wholeWord, folded: foldCaseAndWidth(text) }))
      .filter(({ folded }) => folded !== '');
  }

  get isEmpty(): boolean {
    return this.#words.length === 0;
  }

  /** Returns the muted word as its owner wrote it, or null. */
  find(content: string): string | null {
    if (this.isEmpty) return null;
    const folded = foldCaseAndWidth(content);
    const found = this.#words.find(({ folded: word, wholeWord }) =>
      wholeWord ? hasWholeWord(folded, word) : folded.includes(word),
    );
    return found?.text ?? null;
  }
}

/** Upper case first: it makes "ß" and "SS" the same. A final sigma depends on its neighbours, so it becomes a plain one. */
export function foldCaseAndWidth(text: string): string {
  return normalized(text, 'NFKC').toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}

function hasWholeWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const end = at + word.length;
    if (isEdge(text.slice(0, at), word, 'start') && isEdge(text.slice(end, end + 2), word, 'end'))
      return true;
  }
  return false;
}

/** Tells whether a word begins, or ends, between its own character and the neighbour's. */
function isEdge(neighbours: string, word: string, side: 'start' | 'end'): boolean {
  const [own, neighbour] =
    side === 'start' ? [firstOf(word), lastOf(neighbours)] : [lastOf(word), firstOf(neighbours)];
  return !IN_WORD.test(neighbour) || !IN_WORD.test(own) || WITHOUT_SPACES.test(own);
}

const firstOf = (text: string) => Array.from(text.slice(0, 2)).at(0) ?? ' ';
const lastOf = (text: string) => Array.from(text.slice(-2)).at(-1) ?? ' ';
