import { AppError } from '@roost/contract/errors';
import type { MemberContext } from '../kernel/context.ts';
import type { PostRecord } from '../platform/database/tables.ts';
import { findRelationshipIds } from '../users/user.queries.ts';
import { peopleInScopes } from './access/access-scope.ts';
import { findPostForViewer, lockPost } from './post.queries.ts';
import { canSee, relationshipsOf, type AccessScope } from './visibility.ts';

/** The error for an unknown post and for a hidden one. A client cannot tell them apart. */
export const postNotFound = () => new AppError('not_found', { message: 'Post not found.' });

/** Loads a post that the viewer may see. Throws `not_found` for an unknown and for a hidden one, after the same statement. */
export async function loadVisible(ctx: MemberContext, id: string): Promise<PostRecord> {
  const viewerId = ctx.viewer.id;
  const found = await findPostForViewer(ctx, viewerId, id);
  if (!found) throw postNotFound();
  const { follows_audience, is_blocked, ...post } = found;
  const viewer = { viewerId, follows: () => follows_audience, isBlocked: () => is_blocked };
  if (!canSee(post, viewer)) throw postNotFound();
  return post;
}

/** Loads the target: the post itself, or for a repost its original. Throws as `loadVisible` does. */
export async function loadTarget(ctx: MemberContext, id: string): Promise<PostRecord> {
  const named = await loadVisible(ctx, id);
  return named.repost_of_id ? loadVisible(ctx, named.repost_of_id) : named;
}

/** Loads and locks the target: the post itself, or for a repost its original. Throws as `loadVisible` does. */
export async function lockTarget(tx: MemberContext, id: string): Promise<PostRecord> {
  const named = await lockVisible(tx, id);
  return named.repost_of_id ? lockVisible(tx, named.repost_of_id) : named;
}

/**
 * Throws `not_found` for an unknown and for a hidden post, after the same statements. Otherwise the response time would tell
 * them apart. For an unknown post the second statement asks about a person with its id, who does not exist.
 */
async function lockVisible(tx: MemberContext, id: string): Promise<PostRecord> {
  const post = await lockPost(tx, id);
  const people = peopleInScopes([post ?? unknownPostScope(id)]);
  const { follows, blocks, blocked_by } = await findRelationshipIds(tx, tx.viewer.id, people);
  const viewer = relationshipsOf(tx.viewer.id, follows, [...blocks, ...blocked_by]);
  if (!post || !canSee(post, viewer)) throw postNotFound();
  return post;
}

/** The access scope that stands in for an unknown post. */
const unknownPostScope = (id: string): AccessScope => ({
  visibility: 'followers',
  audience_id: id,
  hidden_if_blocked_ids: [id],
});
