import type { FeedPost } from '../feed-post.queries.ts';

/** A repost, or a post that reposts none. */
export type Repost = Pick<FeedPost, 'id' | 'repostOfId'>;

/** Tells for each row whether none of the shown reposts of its post is earlier. */
export function whichAreEarliest(rows: readonly Repost[], shown: readonly Repost[]): boolean[] {
  const earliest = new Map<string, string>();
  for (const { id, repostOfId } of shown) {
    const known = repostOfId && earliest.get(repostOfId);
    if (repostOfId && (!known || id < known)) earliest.set(repostOfId, id);
  }
  return rows.map(({ id, repostOfId }) => id <= (earliest.get(repostOfId ?? '') ?? id));
}
