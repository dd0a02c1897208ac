import type { MemberContext } from '../context.ts';
import { listFollowIds } from '../follows/follow.queries.ts';
import { listPartnerIds } from './conversations/member.queries.ts';

/** How many people's coming and going anyone is told of: as many they follow, and as many they talk with. */
const MOST = 500;

/** Whose presence the viewer is told of: the people they follow or talk with, none across a block. */
export async function findWatched(ctx: MemberContext): Promise<string[]> {
  const { id } = ctx.viewer;
  const [followed, partners] = await Promise.all([
    // A block ends follows, so none stands between.
    listFollowIds(ctx, 'following', id, null, MOST),
    listPartnerIds(ctx, id, MOST),
  ]);
  return [...new Set([...followed.map((place) => place.id), ...partners])];
}
