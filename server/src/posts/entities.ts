import { textParts } from '@roost/contract/text-parts';
import { foldTag } from '@roost/contract/words';

/** Hashtags and mentions as a post's text has them: the very ones its readers see. */
export interface Entities {
  /** As typed, without `#`; each once, whatever its case. */
  hashtags: string[];
  /** As typed, without `@`; not yet known to exist. */
  mentions: string[];
}

/** What a post may carry of each; more than that is a list, not a post. */
const MOST = 50;

export function findEntities(content: string): Entities {
  const parts = textParts(content);
  const tags = parts.flatMap((part) => (part.type === 'hashtag' ? part.text.slice(1) : []));
  const names = parts.flatMap((part) => (part.type === 'mention' ? part.username : []));
  return {
    hashtags: distinct(tags.filter((tag) => foldTag(tag) !== '')),
    mentions: distinct(names),
  };
}

/** The first of those that differ only in width, composition or case. */
function distinct(words: string[]): string[] {
  const firsts = new Map<string, string>();
  for (const word of words) {
    const folded = word.normalize('NFKC').toLowerCase();
    if (!firsts.has(folded)) firsts.set(folded, word);
  }
  return [...firsts.values()].slice(0, MOST);
}
