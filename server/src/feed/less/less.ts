import { ID_LENGTH } from '../feed-post.queries.ts';
import type { LessKind } from './less.queries.ts';

/** The posts, authors and kinds of which a reader said "Not this". */
export interface Less {
  /** Ids of posts. For a repost the id of its original. */
  posts: ReadonlySet<string>;
  /** How often the reader said "Not this", by the author's id. */
  authors: ReadonlyMap<string, number>;
  kinds: ReadonlyMap<LessKind, number>;
}

/** The fields of a candidate that the factors need. */
interface LessSubject {
  id: string;
  targetId: string;
  authorId: string;
  originalAuthorId?: string | null | undefined;
  source: 'self' | 'followed' | 'stranger';
}

/** At most this many count for one author or kind. */
const MAX_COUNT = 4;

export const nothingLess: Less = { posts: new Set(), authors: new Map(), kinds: new Map() };

/** Parses strings that join the id of a post, the id of its author and its kind. */
export function lessFrom(parts: readonly string[]): Less {
  if (parts.length === 0) return nothingLess;
  const [posts, authors, kinds] = [
    new Set<string>(),
    new Map<string, number>(),
    new Map<LessKind, number>(),
  ];
  for (const part of parts) {
    posts.add(part.slice(0, ID_LENGTH));
    addTo(authors, part.slice(ID_LENGTH, 2 * ID_LENGTH));
    addTo(kinds, part.slice(2 * ID_LENGTH) as LessKind);
  }
  return { posts, authors, kinds };
}

function addTo<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, Math.min(MAX_COUNT, (counts.get(key) ?? 0) + 1));
}

/** How often the reader said "Not this" of posts by this author. For a repost this is the author of the original. */
export function lessAuthorOf(
  { authors }: Less,
  { authorId, id, targetId, originalAuthorId }: Omit<LessSubject, 'source'>,
): number {
  const shownAuthor = id === targetId ? authorId : originalAuthorId;
  return (shownAuthor && authors.get(shownAuthor)) || 0;
}

/** How often the reader said "Not this" of posts of this kind. The reader's own posts have no kind. */
export function lessKindOf({ kinds }: Less, { source, id, targetId }: LessSubject): number {
  if (source === 'self' || kinds.size === 0) return 0;
  const kind = source === 'stranger' ? source : id === targetId ? 'followed' : 'reposted';
  return kinds.get(kind) ?? 0;
}
