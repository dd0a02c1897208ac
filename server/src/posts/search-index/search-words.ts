import { foldTag, wordsOf } from '@roost/contract/text/words';

/** PostgreSQL keeps at most this many positions of a lexeme, and no position above the last one. */
const MAX_POSITIONS_PER_LEXEME = 255;
const LAST_POSITION = 16_383;

/** Builds the tsvector text of a post: its words with their positions, its hashtags and its author. */
export function vectorOf(post: { content: string; hashtags: string[]; author_id: string }): string {
  const positions = new Map<string, number[]>();
  wordsOf(post.content).forEach(({ forms }, index) => {
    for (const form of forms) {
      const known = positions.get(form) ?? [];
      if (known.length < MAX_POSITIONS_PER_LEXEME && index < LAST_POSITION) known.push(index + 1);
      positions.set(form, known);
    }
  });
  const words = [...positions].map(([form, at]) => `${lexeme(form)}:${at.join()}`);
  const tags = distinctTags(post.hashtags).map(({ tag }) => lexeme(hashtagWord(tag)));
  return [...words, ...tags, lexeme(authorWord(post.author_id))].join(' ');
}

/** Quotes a word for a tsvector or tsquery. */
export function lexeme(word: string): string {
  return `'${word.replace(/['\\]/g, '')}'`;
}

export function hashtagWord(tag: string): string {
  return `#${tag}`;
}

export function authorWord(userId: string): string {
  return `@${userId}`;
}

export interface Tag {
  /** The folded form, for matching. */
  tag: string;
  /** The form that the author typed. */
  shown: string;
}

export function distinctTags(hashtags: string[]): Tag[] {
  const tags = new Map<string, string>();
  for (const shown of hashtags) {
    const tag = foldTag(shown);
    if (tag !== '' && !tags.has(tag)) tags.set(tag, shown);
  }
  return [...tags].map(([tag, shown]) => ({ tag, shown }));
}
