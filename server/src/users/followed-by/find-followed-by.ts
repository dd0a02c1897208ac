import type { MemberContext } from '../../kernel/context.ts';
import { findFollowersAmong, listNewestFollowed, type NamedRow } from './followed-by.queries.ts';

const MAX_NAMES = 3;

/** The number of these people, and the rows of the first three. */
export interface FollowedBy {
  users: NamedRow[];
  count: number;
}

/**
 * Finds the people whom the viewer follows and who follow this person, the viewer's newest follow first. People who hide their follows
 * do not count. The result is empty if the person hides theirs, or is the viewer.
 */
export async function findFollowedBy(
  ctx: MemberContext,
  person: { id: string; show_follows: boolean },
): Promise<FollowedBy> {
  if (!person.show_follows || person.id === ctx.viewer.id) return { users: [], count: 0 };
  const followed = await listNewestFollowed(ctx, ctx.viewer.id);
  const found = await findFollowersAmong(ctx, followed, person.id);
  const byId = new Map(found.map((each) => [each.id, each]));
  const users = followed.flatMap((id) => byId.get(id) ?? []).slice(0, MAX_NAMES);
  return { users, count: found.length };
}
