import type { MemberContext } from '../../kernel/context.ts';
import { findScopesForViewer } from '../post.queries.ts';
import { canSee } from '../visibility.ts';

/** Returns the ids of the posts that exist and are visible to the viewer. It takes one statement for any number of posts. */
export async function findVisiblePosts(ctx: MemberContext, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const viewerId = ctx.viewer.id;
  const found = await findScopesForViewer(ctx, viewerId, ids);
  const followed = new Set(found?.follows);
  const blocked = new Set(found?.blocked);
  const viewer = {
    viewerId,
    follows: (id: string) => followed.has(id),
    isBlocked: (id: string) => blocked.has(id),
  };
  const visible = found?.scopes?.filter((scope) => canSee(scope, viewer)) ?? [];
  return new Set(visible.map(({ id }) => id));
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
