/** As in posts: letters, marks, digits and `_`, and not only digits. */
const HASHTAG = /^[#＃](?!\p{N}+$)(?<tag>[\p{L}\p{M}\p{N}_]+)$/u;

/** Returns the hashtag, without its sign, if it is the whole text. */
export function hashtagOf(text: string): string | undefined {
  return HASHTAG.exec(text)?.groups?.['tag'];
}
