/** A mention or hashtag at the caret. */
export interface Token {
  kind: '@' | '#';
  /** The text before the caret, without the sign. */
  query: string;
  /** From its sign to its end, in UTF-16 code units. */
  start: number;
  end: number;
}

/**
 * As in the contract's `text-parts`: at the start of a word, with letters and digits. Names may also be searched in
 * other scripts.
 */
const BEFORE_CARET =
  /(?<![\p{L}\p{N}_@#/:.&=?%+~$-])(?<kind>[@#])(?<query>[\p{L}\p{M}\p{N}_]{0,50})$/u;
const AFTER_CARET = /^[\p{L}\p{M}\p{N}_]*/u;

/** The token before or around the caret. A single `#` is none, because it may be a number sign. */
export function tokenAt(text: string, caret: number): Token | null {
  const groups = BEFORE_CARET.exec(text.slice(0, caret))?.groups;
  if (!groups) return null;
  const kind = groups['kind'] === '@' ? '@' : '#';
  const query = groups['query'] ?? '';
  if (kind === '#' && query === '') return null;
  const rest = AFTER_CARET.exec(text.slice(caret))?.[0].length ?? 0;
  return { kind, query, start: caret - query.length - 1, end: caret + rest };
}
