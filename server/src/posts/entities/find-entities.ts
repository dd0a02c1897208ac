import { textParts } from '@roost/contract/text/text-parts';
import { foldTag, normalized } from '@roost/contract/text/words';

/** The hashtags and mentions that readers see in a post's text. */
export interface Entities {
  /** As typed, without `#`. Each tag occurs once, in its first spelling. */
  hashtags: string[];
  /** As typed, without `@`. These people may not exist. */
  mentions: string[];
}

/** The most hashtags, and the most mentions, of one post. A longer text is a list rather than a post. */
const MAX_ENTITIES_PER_KIND = 50;

export function findEntities(content: string): Entities {
  const parts = textParts(content);
  const tags = parts.flatMap((part) => (part.type === 'hashtag' ? part.text.slice(1) : []));
  const names = parts.flatMap((part) => (part.type === 'mention' ? part.username : []));
  return {
    hashtags: distinct(tags.filter((tag) => foldTag(tag) !== '')),
    mentions: distinct(names),
  };
}

/** Keeps the first of the words that differ only in width, composition or case. */
function distinct(words: string[]): string[] {
  const firsts = new Map<string, string>();
  for (const word of words) {
    const folded = normalized(word, 'NFKC').toLowerCase();
    if (!firsts.has(folded)) firsts.set(folded, word);
  }
  return [...firsts.values()].slice(0, MAX_ENTITIES_PER_KIND);
}
