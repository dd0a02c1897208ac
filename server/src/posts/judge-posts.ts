import { findBlockers } from '../blocks/block.queries.ts';
import type { MemberContext } from '../context.ts';
import { findTies } from '../users/user.queries.ts';
import { findGuards } from './post.queries.ts';
import { canSee, type Guarded, type Standing } from './visibility.ts';

/** Ids of those of these posts that are there and the viewer may see. Three statements, whatever their number. */
export async function judgePosts(ctx: MemberContext, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await findGuards(ctx, ids);
  const standing = await loadStanding(ctx, rows);
  return new Set(rows.filter((row) => canSee(row, standing)).map(({ id }) => id));
}

/** What the viewer is to the people of these posts. */
export async function loadStanding(ctx: MemberContext, posts: Guarded[]): Promise<Standing> {
  const people = new Set(posts.flatMap((post) => [post.audience_id, ...post.party_ids]));
  people.delete(ctx.viewer.id);
  const ids = [...people];
  // What is all one's own needs no asking.
  const [ties, blockers] =
    ids.length === 0
      ? [{ follows: [], blocks: [] }, []]
      : await Promise.all([
          findTies(ctx, ctx.viewer.id, ids),
          findBlockers(ctx, ctx.viewer.id, ids),
        ]);
  const followed = new Set<string>(ties.follows);
  const blocked = new Set<string>([...ties.blocks, ...blockers]);
  return {
    viewerId: ctx.viewer.id,
    follows: (id) => followed.has(id),
    isBlocked: (id) => blocked.has(id),
  };
}
