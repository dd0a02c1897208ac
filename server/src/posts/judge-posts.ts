import type { MemberContext } from '../context.ts';
import { findGuards } from './post.queries.ts';
import { findBlockers, findOwnSide } from './standing.queries.ts';
import { canSee, type Guarded, type Standing } from './visibility.ts';

/** Ids of those of these posts that are there and the viewer may see. Three statements, whatever their number. */
export async function judgePosts(ctx: MemberContext, ids: string[]): Promise<Set<string>> {
  const rows = await findGuards(ctx, ids);
  const standing = await loadStanding(ctx, rows);
  return new Set(rows.filter((row) => canSee(row, standing)).map(({ id }) => id));
}

/** What the viewer is to the people of these posts. */
export async function loadStanding(ctx: MemberContext, posts: Guarded[]): Promise<Standing> {
  const people = [...new Set(posts.flatMap((post) => [post.audience_id, ...post.party_ids]))];
  const [own, blockers] = await Promise.all([
    findOwnSide(ctx, ctx.viewer.id, [], people),
    findBlockers(ctx, ctx.viewer.id, people),
  ]);
  const [followed, blocked] = [new Set(own.follows), new Set([...own.blocks, ...blockers])];
  return {
    viewerId: ctx.viewer.id,
    follows: (id) => followed.has(id),
    isBlocked: (id) => blocked.has(id),
  };
}
