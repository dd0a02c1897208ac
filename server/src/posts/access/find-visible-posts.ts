import type { MemberContext } from '../../kernel/context.ts';
import { findScopesForViewer } from '../post.queries.ts';
import { canSee, relationshipsOf } from '../visibility.ts';

/** Returns the ids of the posts that exist and are visible to the viewer. It takes one statement for any number of posts. */
export async function findVisiblePosts(ctx: MemberContext, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const viewerId = ctx.viewer.id;
  const found = await findScopesForViewer(ctx, viewerId, ids);
  if (!found?.scopes) return new Set();
  const viewer = relationshipsOf(viewerId, found.follows, found.blocked);
  return new Set(found.scopes.filter((scope) => canSee(scope, viewer)).map(({ id }) => id));
}

/** Tells for each row, in the same order, whether its post exists and is visible to the viewer. */
export async function checkVisibility(
  ctx: MemberContext,
  rows: readonly { id: string }[],
): Promise<boolean[]> {
  const ids = rows.map(({ id }) => id);
  const visible = await findVisiblePosts(ctx, ids);
  return ids.map((id) => visible.has(id));
}
