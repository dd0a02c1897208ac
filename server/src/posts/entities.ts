/** Hashtags and mentions as a post's text has them. */
export interface Entities {
  /** As typed, without `#`; each once, whatever its case. */
  hashtags: string[];
  /** As typed, without `@`; not yet known to exist. */
  mentions: string[];
}

/** What a post may carry of each; more than that is a list, not a post. */
const MOST = 50;

const hashtag = /(?<![\p{L}\p{M}\p{N}_&/])#([\p{L}\p{M}\p{N}_]+)/gu;
const mention = /(?<![\p{L}\p{M}\p{N}_@/])@([A-Za-z0-9_]{3,30})(?![A-Za-z0-9_])/gu;

export function findEntities(content: string): Entities {
  return {
    hashtags: distinct(
      matches(content, hashtag).filter((tag) => tag.length <= 100 && !/^\p{N}+$/u.test(tag)),
    ),
    mentions: distinct(matches(content, mention)),
  };
}

/** How a hashtag is compared: width, composition and case aside. */
export function foldTag(tag: string): string {
  return tag.normalize('NFKC').toLowerCase();
}

function matches(content: string, pattern: RegExp): string[] {
  return Array.from(content.matchAll(pattern), (match) => match[1] ?? '');
}

function distinct(words: string[]): string[] {
  return [...new Map(words.toReversed().map((word) => [foldTag(word), word])).values()]
    .toReversed()
    .slice(0, MOST);
}
