import type { Person } from './view-users.ts';

/** Whether the viewer may write to a person, by that person's preference (contract §3). */
export function canMessage(viewerId: string, { user, relation }: Person): boolean {
  if (user.id === viewerId || relation.blocks || relation.blocked_by) return false;
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

/** Whoever may write may call, if the person called follows them. */
export function canCall(viewerId: string, person: Person): boolean {
  return canMessage(viewerId, person) && person.relation.followed_by;
}
