import type { Context } from '../../kernel/context.ts';
import { deleteFiles } from '../../media/delete-files.ts';
import { deleteMedia } from '../../media/media.queries.ts';
import { emit } from '../../platform/database/transaction.ts';
import { deleteFromThread, restoreToThread } from '../comments/thread.queries.ts';
import { deletePostRows } from '../delete-post.queries.ts';
import { countEngagement, uncountEngagement } from '../engagement.queries.ts';
import { movePostCounts } from '../post.queries.ts';
import { postDeleted, postWithheld } from '../posts.events.ts';
import { deleteFromIndex, restoreToIndex } from '../search-index/search-index.queries.ts';
import * as queries from './withheld-post.queries.ts';

/**
 * Hides a post from all but its author, or removes it, inside the caller's transaction. Everybody else sees what they see of a
 * deleted post. Likes, bookmarks and reposts stay for its return. Does nothing to a post that its author deleted.
 */
export async function withholdPost(tx: Context, id: string, as: queries.Withheld): Promise<void> {
  const post = await queries.lockAnyPost(tx, id);
  if (!post || (post.deleted_at && !post.withheld_as)) return;
  const number = post.withheld_as ? null : await takeAway(tx, post);
  await queries.setWithheld(tx, id, as, number);
  await queries.setListed(tx, post, as === 'hidden');
  await queries.setPublic(tx, post.media_ids, false);
}

/** Takes a post from everywhere where others find it. Returns its number in the search. */
async function takeAway(tx: Context, post: queries.AnyPost): Promise<number | null> {
  const reposts = await queries.withholdReposts(tx, post.id);
  emit(tx, postWithheld, { postId: post.id, isWithheld: true });
  if (post.parent_id && post.root_id) {
    if (post.is_counted) await uncountEngagement(tx, post.parent_id, 'comment_count');
    await deleteFromThread(tx, post.root_id, post.id);
    await movePostCounts(tx, reposts, -1);
    return null;
  }
  await movePostCounts(tx, [...reposts, post], -1);
  return deleteFromIndex(tx, post.id);
}

/** Brings a withheld post back, with everything that stood around it. Does nothing to any other post. */
export async function releasePost(tx: Context, id: string): Promise<void> {
  const post = await queries.lockAnyPost(tx, id);
  if (!post?.withheld_as) return;
  const number = await queries.unsetWithheld(tx, id);
  emit(tx, postWithheld, { postId: id, isWithheld: false });
  await queries.setListed(tx, post, true);
  await queries.setPublic(tx, post.media_ids, post.visibility === 'public');
  const reposts = await queries.releaseReposts(tx, id);
  if (post.parent_id && post.root_id) {
    const { author_id, parent_id, root_id } = post;
    if (post.is_counted)
      await countEngagement(tx, parent_id, 'comment_count', { by: author_id, ownerId: author_id });
    await restoreToThread(tx, { id, author_id, parent_id, root_id });
    await movePostCounts(tx, reposts, 1);
    return;
  }
  await movePostCounts(tx, [...reposts, post], 1);
  if (number !== null) await restoreToIndex(tx, post, number);
}

/** Deletes a withheld post for good, with its media. Does nothing to any other post. */
export async function purgePost(tx: Context, id: string): Promise<void> {
  const post = await queries.lockAnyPost(tx, id);
  if (!post?.withheld_as) return;
  await releasePost(tx, id);
  await deletePostRows(tx, post);
  emit(tx, postDeleted, { postId: id });
  await deleteFiles(tx, await deleteMedia(tx, post.media_ids));
}
