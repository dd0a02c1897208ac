import type { MemberContext } from '../../kernel/context.ts';
import { findBlockers } from '../../relations/block.queries.ts';
import { findViewerRelationships } from '../../users/user.queries.ts';
import { findAccessScopes } from '../post.queries.ts';
import { canSee, type AccessScope, type ViewerRelationships } from '../visibility.ts';
import { peopleInScopes } from './access-scope.ts';

/** Returns the ids of the posts that exist and are visible to the viewer. It takes three statements for any number of posts. */
export async function findVisiblePosts(ctx: MemberContext, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await findAccessScopes(ctx, ids);
  const viewer = await loadViewerRelationships(ctx, rows);
  return new Set(rows.filter((row) => canSee(row, viewer)).map(({ id }) => id));
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

/** Loads how the viewer relates to the people in these access scopes. */
export async function loadViewerRelationships(
  ctx: MemberContext,
  scopes: AccessScope[],
): Promise<ViewerRelationships> {
  const ids = peopleInScopes(scopes).filter((id) => id !== ctx.viewer.id);
  // If all posts are the viewer's own, there is nothing to read.
  const [relationships, blockers] =
    ids.length === 0
      ? [{ follows: [], blocks: [] }, []]
      : await Promise.all([
          findViewerRelationships(ctx, ctx.viewer.id, ids),
          findBlockers(ctx, ctx.viewer.id, ids),
        ]);
  const followed = new Set<string>(relationships.follows);
  const blocked = new Set<string>([...relationships.blocks, ...blockers]);
  return {
    viewerId: ctx.viewer.id,
    follows: (id) => followed.has(id),
    isBlocked: (id) => blocked.has(id),
  };
}
