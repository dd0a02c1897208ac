import type { AuthorCard } from '../../users/present-users.ts';
import type { AuthoredPost } from './muted-post.queries.ts';

type Authored = Pick<AuthoredPost, 'author_id'>;

/**
 * Tells whether the viewer mutes a post: its author, or for a repost the reposter or the author of the original. Own posts and
 * reposts are never muted. This is no part of the visibility rule: pages of people and threads show muted posts.
 */
export function isMutedFor(
  viewerId: string,
  { row, original }: { row: Pick<AuthoredPost, 'author_id' | 'repost_of_id'>; original: Authored | undefined },
  mutedOf: (userId: string) => AuthorCard['muted'],
): boolean {
  if (row.author_id === viewerId) return false;
  const muted = mutedOf(row.author_id);
  if (muted === 'all' || (muted === 'reposts' && row.repost_of_id !== null)) return true;
  return (
    original !== undefined &&
    original.author_id !== viewerId &&
    mutedOf(original.author_id) === 'all'
  );
}
