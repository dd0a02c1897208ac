import type { MemberContext } from '../kernel/context.ts';
import { listFollowIds } from '../relations/follow.queries.ts';
import { listPartnerIds } from './conversations/membership.queries.ts';

/** The most people from each source: followed people, and people with a conversation. */
const MAX_PEOPLE_PER_SOURCE = 500;

/** Lists the ids of people whose presence the viewer sees: followed people and conversation partners, except blocked ones. */
export async function findPresenceContacts(ctx: MemberContext): Promise<string[]> {
  const { id } = ctx.viewer;
  const [followed, partners] = await Promise.all([
    // A block removes follows in both directions, so this list needs no filter.
    listFollowIds(ctx, 'following', id, null, MAX_PEOPLE_PER_SOURCE),
    listPartnerIds(ctx, id, MAX_PEOPLE_PER_SOURCE),
  ]);
  return [...new Set([...followed.map((follow) => follow.id), ...partners])];
}
