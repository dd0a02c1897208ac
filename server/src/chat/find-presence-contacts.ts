import type { MemberContext } from '../kernel/context.ts';
import type { WatchedPeople } from '../presence/presence.ts';
import { listFollowIds } from '../relations/follow.queries.ts';
import { findPartners } from './conversations/membership.queries.ts';

/** The most people from each source: followed people, and people with a conversation. */
const MAX_PEOPLE_PER_SOURCE = 500;

/**
 * Lists the ids of people whose presence the viewer sees: followed people and conversation partners, except blocked ones. A viewer
 * who hides their online status sees nobody's.
 */
export async function findPresenceContacts(ctx: MemberContext): Promise<WatchedPeople> {
  const { id } = ctx.viewer;
  const [followed, { ids: partners, showsOnline: isShown }] = await Promise.all([
    // A block removes follows in both directions, so this list needs no filter.
    listFollowIds(ctx, 'following', id, null, MAX_PEOPLE_PER_SOURCE),
    findPartners(ctx, id, MAX_PEOPLE_PER_SOURCE),
  ]);
  const ids = isShown ? [...new Set([...followed.map((follow) => follow.id), ...partners])] : [];
  return { ids, isShown };
}
