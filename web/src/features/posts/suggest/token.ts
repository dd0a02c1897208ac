/** A mention or hashtag that is being written. */
export interface Token {
  kind: '@' | '#';
  /** What is written of it, without its sign. */
  query: string;
  /** From its sign to its end, in code units. */
  start: number;
  end: number;
}

/** As text-parts has it: at a word's start, of letters and digits; a name may also be looked for in other scripts. */
const BEFORE = /(?<![\p{L}\p{N}_@#/:.&=?%+~$-])(?<kind>[@#])(?<query>[\p{L}\p{M}\p{N}_]{0,50})$/u;
const AFTER = /^[\p{L}\p{M}\p{N}_]*/u;

/** The one the caret stands in or behind. A `#` alone is not yet one: it may be a number sign. */
export function tokenAt(text: string, caret: number): Token | null {
  const groups = BEFORE.exec(text.slice(0, caret))?.groups;
  if (!groups) return null;
  const kind = groups['kind'] === '@' ? '@' : '#';
  const query = groups['query'] ?? '';
  if (kind === '#' && query === '') return null;
  const rest = AFTER.exec(text.slice(caret))?.[0].length ?? 0;
  return { kind, query, start: caret - query.length - 1, end: caret + rest };
}
