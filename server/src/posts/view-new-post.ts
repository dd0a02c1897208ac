import type { Post } from '@roost/contract/posts';
import type { MemberContext } from '../context.ts';
import type { PostRecord } from '../db/tables.ts';
import { loadMedia } from '../media/view-media.ts';
import { findTies } from '../users/user.queries.ts';
import { loadFaces } from '../users/view-users.ts';
import { Gallery } from './gallery.ts';
import type { MadePost } from './insert-post.queries.ts';
import { postNotFound } from './load-post.ts';
import type { PostRow } from './post.queries.ts';

const uncounted = { like_count: 0, comment_count: 0, repost_count: 0 };
const undone = {
  liked: new Set<string>(),
  bookmarked: new Set<string>(),
  reposted: new Set<string>(),
};

/** An own post as its author sees it in the transaction that makes it: of it and what it answers all is known. */
export async function viewNewPost(
  tx: MemberContext,
  made: MadePost & { created_at: Date },
  parent: PostRecord | null,
): Promise<Post> {
  const row: PostRow = {
    ...made,
    ...uncounted,
    repost_of_id: null,
    edited_at: null,
    deleted_at: null,
  };
  const rows = new Map([[row.id, row]]);
  if (parent) rows.set(parent.id, { ...parent, ...uncounted });
  const all = [...rows.values()];
  const people = [...new Set(all.flatMap((each) => [each.audience_id, ...each.party_ids]))];
  const isAlone = people.length === 1;
  const ties = isAlone
    ? Promise.resolve({ follows: [], blocks: [] })
    : findTies(tx, tx.viewer.id, people);
  const [faces, media] = await Promise.all([
    loadFaces(tx, people, ties),
    loadMedia(
      tx,
      all.flatMap((each) => each.media_ids),
    ),
  ]);
  const view = new Gallery(tx, { rows, people: faces, media, flags: undone }).post(row.id);
  // A block or an unfollow since the look at what it answers has come first: what is hidden can't be answered.
  if (!view) throw postNotFound();
  return view;
}
