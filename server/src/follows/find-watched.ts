import type { MemberContext } from '../context.ts';
import { listFollowIds } from './follow.queries.ts';

/** How many people's coming and going anyone is told of. */
const MOST = 500;

/** Whose presence the viewer is told of: the people they follow, newest first. */
export async function findWatched(ctx: MemberContext): Promise<string[]> {
  const { id } = ctx.viewer;
  const page = { after: null, offset: 0, limit: MOST };
  return (await listFollowIds(ctx, 'following', id, id, page)).map((place) => place.id);
}
