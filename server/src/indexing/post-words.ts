import { fold, wordsOf } from '@roost/contract/words';

/** A lexeme keeps no more places, nor later ones, than PostgreSQL does. */
const MOST_PLACES = 255;
const LAST_PLACE = 16_383;

/** What a post is found by, as the text of a tsvector: its words with their places, its hashtags, its author. */
export function vectorOf(post: { content: string; hashtags: string[]; author_id: string }): string {
  const places = new Map<string, number[]>();
  wordsOf(post.content).forEach(({ forms }, index) => {
    for (const form of forms) {
      const known = places.get(form) ?? [];
      if (known.length < MOST_PLACES && index < LAST_PLACE) known.push(index + 1);
      places.set(form, known);
    }
  });
  const words = [...places].map(([form, at]) => `${lexeme(form)}:${at.join()}`);
  const tags = distinctTags(post.hashtags).map(({ tag }) => hashtagLexeme(tag));
  return [...words, ...tags, authorLexeme(post.author_id)].join(' ');
}

/** As a tsvector and a tsquery spell a word, whatever is in it. */
export function lexeme(word: string): string {
  return `'${word.replace(/['\\]/g, '')}'`;
}

export function hashtagLexeme(tag: string): string {
  return lexeme(`#${tag}`);
}

export function authorLexeme(userId: string): string {
  return lexeme(`@${userId}`);
}

export interface Tag {
  /** Folded, for matching. */
  tag: string;
  /** As typed. */
  shown: string;
}

export function distinctTags(hashtags: string[]): Tag[] {
  const tags = new Map<string, string>();
  for (const shown of hashtags) {
    const tag = fold(shown);
    if (tag !== '' && !tags.has(tag)) tags.set(tag, shown);
  }
  return [...tags].map(([tag, shown]) => ({ tag, shown }));
}
