import type { Post } from '@roost/contract/posts';
import type { MemberContext } from '../../kernel/context.ts';
import { loadMedia } from '../../media/present-media.ts';
import type { PostRecord } from '../../platform/database/tables.ts';
import { loadAuthorCards } from '../../users/present-users.ts';
import { peopleInScopes } from '../access/access-scope.ts';
import type { InsertedPost } from '../insert-post.queries.ts';
import { postNotFound } from '../load-post.ts';
import { isThreadMuted } from '../mutes/thread-mute.queries.ts';
import type { PostRow } from '../post.queries.ts';
import { HydratedPosts } from './hydrated-posts.ts';

const zeroCounts = { like_count: 0, comment_count: 0, repost_count: 0 };
const noViewerState = {
  liked: new Set<string>(),
  bookmarked: new Set<string>(),
  reposted: new Set<string>(),
  mutedThreads: new Set<string>(),
};

/**
 * Presents a post or comment to its author, in the transaction that inserts it. It reads no posts, because the caller has the
 * rows of the post and of its parent. It reads no reactions, because the post is new, and the mute of the thread only for a
 * comment. Throws `not_found` if the author can no longer see the parent.
 */
export async function presentNewPost(
  tx: MemberContext,
  inserted: InsertedPost & { created_at: Date },
  parent: PostRecord | null,
): Promise<Post> {
  const row: PostRow = {
    ...inserted,
    ...zeroCounts,
    repost_of_id: null,
    edited_at: null,
    deleted_at: null,
    withheld_as: null,
  };
  const rows = new Map([[row.id, row]]);
  if (parent) rows.set(parent.id, { ...parent, ...zeroCounts });
  const all = [...rows.values()];
  const [isMuted, authorCards, media] = await Promise.all([
    tx.viewer.hasMutes && row.root_id !== null && isThreadMuted(tx, tx.viewer.id, row.root_id),
    loadAuthorCards(tx, peopleInScopes(all)),
    loadMedia(
      tx,
      all.flatMap(({ media_ids }) => media_ids),
    ),
  ]);
  const presented = new HydratedPosts(tx, {
    rows,
    authorCards,
    limited: new Set(),
    media,
    mutedWords: [],
    viewerState: {
      ...noViewerState,
      mutedThreads: new Set(isMuted && row.root_id ? [row.root_id] : []),
    },
  }).post(row.id);
  // A block or an unfollow after the check of the parent hides the parent. The comment must not be inserted then.
  if (!presented) throw postNotFound();
  return presented;
}
