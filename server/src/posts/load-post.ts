import { AppError } from '@roost/contract/errors';
import type { MemberContext } from '../context.ts';
import type { PostRecord } from '../db/tables.ts';
import { loadStanding } from './judge-posts.ts';
import { findPost, lockPost } from './post.queries.ts';
import { canSee } from './visibility.ts';

/** Absent and hidden are one answer. */
export const postNotFound = () => new AppError('not_found', { message: 'Post not found.' });

/** A post the viewer may see, or `not_found`. */
export async function loadVisible(ctx: MemberContext, id: string): Promise<PostRecord> {
  return assertVisible(ctx, await findPost(ctx, id));
}

/**
 * The post an action on this id is meant for (a repost stands for its original), its counters locked for the
 * rest of the transaction. What is done `meanwhile` goes out along with what asks whether they may see it, so as not to
 * wait for that answer; it is rolled back where they may not.
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
  const named = await lockAndFind(tx, id);
  const isRepost = named && named.repost_of_id !== null;
  if (isRepost) await assertVisible(tx, named);
  const target = isRepost ? await lockAndFind(tx, named.repost_of_id ?? '') : named;
  if (!meanwhile || !target) return assertVisible(tx, target);
  return Promise.all([assertVisible(tx, target), meanwhile(target.id)]);
}

/** Read behind the lock: it may have been deleted while we waited. A repost has nothing to be locked. */
async function lockAndFind(tx: MemberContext, id: string): Promise<PostRecord | undefined> {
  const [, post] = await Promise.all([lockPost(tx, id), findPost(tx, id)]);
  return post;
}

async function assertVisible(
  ctx: MemberContext,
  post: PostRecord | undefined,
): Promise<PostRecord> {
  if (!post || !canSee(post, await loadStanding(ctx, [post]))) throw postNotFound();
  return post;
}
