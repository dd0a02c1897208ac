import type { Relation, UserRecord } from './user.queries.ts';

/** Of a person, what decides who may reach them. */
export interface Reachable {
  user: Pick<UserRecord, 'id' | 'message_preference'>;
  relation: Relation;
}

/**
 * Whether the viewer may write to a person (contract §3): never across a block; always to someone who has written
 * to the viewer; else by that person's preference.
 */
export function canMessage(viewerId: string, { user, relation }: Reachable): boolean {
  if (user.id === viewerId || relation.blocks || relation.blocked_by) return false;
  if (relation.wrote) return true;
  switch (user.message_preference) {
    case 'everyone':
      return true;
    case 'followers':
      return relation.follows;
    case 'following':
      return relation.followed_by;
    case 'mutualFollowers':
      return relation.follows && relation.followed_by;
    default:
      return false;
  }
}

/** Whoever may write may call, if the person called follows them or has written to them. */
export function canCall(viewerId: string, person: Reachable): boolean {
  const { followed_by: isFollowed, wrote } = person.relation;
  return canMessage(viewerId, person) && (isFollowed || wrote);
}
