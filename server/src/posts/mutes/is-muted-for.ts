import type { MutedWords } from '@roost/contract/text/muted-words';
import type { AuthorCard } from '../../users/present-users.ts';
import type { AuthoredPost } from './muted-post.queries.ts';

/** A post, or a repost with its original. */
export interface MutablePost {
  row: Pick<AuthoredPost, 'author_id' | 'repost_of_id' | 'content'>;
  original: Pick<AuthoredPost, 'author_id' | 'content'> | undefined;
}

/** The people and words that a viewer mutes. */
export interface ViewerMutes {
  viewerId: string;
  mutedOf: (userId: string) => AuthorCard['muted'];
  words: MutedWords;
}

/**
 * Tells whether the viewer mutes a post: its author, or a word of its text. For a repost, the reposter and the author of the
 * original count. Own posts and reposts are never muted. This is not part of the visibility rule: pages of people and threads show
 * muted posts.
 */
export function isMutedFor(
  { viewerId, mutedOf, words }: ViewerMutes,
  { row, original }: MutablePost,
): boolean {
  if (row.author_id === viewerId) return false;
  const muted = mutedOf(row.author_id);
  if (muted === 'all' || (muted === 'reposts' && row.repost_of_id !== null)) return true;
  const shown = original ?? row;
  if (shown.author_id === viewerId) return false;
  return mutedOf(shown.author_id) === 'all' || words.find(shown.content) !== null;
}
