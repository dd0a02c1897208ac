/** Letters, marks, digits and `_`, with at least one letter or `_`. */
const HASHTAG = /^[#＃](?<tag>[\p{M}\p{N}]*[\p{L}_][\p{L}\p{M}\p{N}_]*)$/u;

/** Returns the hashtag, without its sign, if it is the whole text. */
export function hashtagOf(text: string): string | undefined {
  return HASHTAG.exec(text)?.groups?.['tag'];
}
