/** The messages of the server in another language. */
export interface WireWords {
  /** By their English text. */
  texts: Record<string, string>;
  /** Messages with values: a pattern that reads the values of the English text, and a function of them. */
  patterns: [RegExp, (values: Record<string, string>) => string][];
}

/** No message of the server is longer, so a longer one costs no search. */
const MAX_LENGTH = 1_000;

/** Returns a message of the server in another language. A message that has no translation stays as it is. */
export function inOtherWords(text: string, { texts, patterns }: WireWords): string {
  if (Object.hasOwn(texts, text)) return texts[text] ?? text;
  if (text.length > MAX_LENGTH) return text;
  for (const [pattern, words] of patterns) {
    const values = pattern.exec(text)?.groups;
    if (values) return words(values);
  }
  return text;
}
