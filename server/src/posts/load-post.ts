import { AppError } from '@roost/contract/errors';
import type { MemberContext } from '../kernel/context.ts';
import type { PostRecord } from '../platform/database/tables.ts';
import { loadViewerRelationships } from './access/find-visible-posts.ts';
import { findPost, lockPost } from './post.queries.ts';
import { canSee, type AccessScope } from './visibility.ts';

/** The error for an unknown post and for a hidden one. A client cannot tell them apart. */
export const postNotFound = () => new AppError('not_found', { message: 'Post not found.' });

/** Loads a post that the viewer may see. Throws `not_found` otherwise. */
export async function loadVisible(ctx: MemberContext, id: string): Promise<PostRecord> {
  return assertVisible(ctx, id, await findPost(ctx, id));
}

/**
 * Loads and locks the post that an action applies to. For the id of a repost this is its original. Throws `not_found` if the
 * viewer may not see it. `meanwhile` runs in parallel with the visibility check. The transaction rolls it back if the check
 * fails.
 */
export async function lockTarget(tx: MemberContext, id: string): Promise<PostRecord>;
export async function lockTarget<T>(
  tx: MemberContext,
  id: string,
  meanwhile: (targetId: string) => Promise<T>,
): Promise<[PostRecord, T]>;
export async function lockTarget<T>(
  tx: MemberContext,
  id: string,
  meanwhile?: (targetId: string) => Promise<T>,
): Promise<PostRecord | [PostRecord, T]> {
  const named = await lockPost(tx, id);
  const isRepost = named && named.repost_of_id !== null;
  const target = isRepost ? await lockOriginal(tx, named, meanwhile) : named;
  if (!meanwhile) return assertVisible(tx, id, target);
  const visible = assertVisible(tx, id, target);
  const done = meanwhile(target?.id ?? id);
  // For an unknown or hidden post the caller gets only `not_found`, also if `meanwhile` fails.
  done.catch(() => {});
  return [await visible, await done];
}

async function lockOriginal(
  tx: MemberContext,
  repost: PostRecord,
  meanwhile: ((targetId: string) => Promise<unknown>) | undefined,
): Promise<PostRecord | undefined> {
  try {
    await assertVisible(tx, repost.id, repost);
  } catch (error) {
    // A hidden repost takes the same statements as an unknown post.
    await meanwhile?.(repost.id).catch(() => {});
    throw error;
  }
  return lockPost(tx, repost.repost_of_id ?? '');
}

/**
 * Throws `not_found` for an unknown and for a hidden post, after the same statements. Otherwise the response time would tell
 * them apart. For an unknown post the statements ask about a person with its id, who does not exist.
 */
async function assertVisible(
  ctx: MemberContext,
  id: string,
  post: PostRecord | undefined,
): Promise<PostRecord> {
  const viewer = await loadViewerRelationships(ctx, [post ?? unknownPostScope(id)]);
  if (!post || !canSee(post, viewer)) throw postNotFound();
  return post;
}

/** The access scope that stands in for an unknown post. */
export const unknownPostScope = (id: string): AccessScope => ({
  visibility: 'followers',
  audience_id: id,
  hidden_if_blocked_ids: [id],
});
