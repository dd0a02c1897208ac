import { messagePreference } from '@roost/contract/users';
import type { Relationship, UserRecord } from './user.queries.ts';

/** A person with all that decides who may message or call them. */
export interface ContactTarget {
  user: Pick<UserRecord, 'id' | 'message_preference'>;
  relationship: Relationship;
}

/**
 * Tells whether the viewer may write to a person. A block forbids it. Otherwise the viewer may always answer somebody who
 * has written to them. In all other cases that person's preference decides.
 */
export function canMessage(viewerId: string, { user, relationship }: ContactTarget): boolean {
  return user.id !== viewerId && acceptsMessages(user.message_preference, relationship);
}

/** Tells whether the viewer may call a person. They must be allowed to write, and the person must follow them or have written to them. */
export function canCall(viewerId: string, person: ContactTarget): boolean {
  const { followed_by: isFollowed, wrote } = person.relationship;
  return canMessage(viewerId, person) && (isFollowed || wrote);
}

function acceptsMessages(preference: string, relationship: Omit<Relationship, 'id'>): boolean {
  if (relationship.blocks || relationship.blocked_by) return false;
  if (relationship.wrote) return true;
  switch (preference) {
    case 'everyone':
      return true;
    case 'followers':
      return relationship.follows;
    case 'following':
      return relationship.followed_by;
    case 'mutualFollowers':
      return relationship.follows && relationship.followed_by;
    default:
      return false;
  }
}

const flags = ['follows', 'followed_by', 'blocks', 'blocked_by', 'wrote'] as const;
const combinations = flags.reduce<(typeof flags)[number][][]>(
  (shorter, flag) => shorter.flatMap((names) => [names, [...names, flag]]),
  [[]],
);

/**
 * All cases in which a person accepts messages. A case is the preference followed by the names of the true flags. The
 * database function `send_message` looks up its case in this list, because it decides while it holds a lock. So SQL does not
 * repeat the rule.
 */
export const acceptedCases: string[] = messagePreference.options.flatMap((preference) =>
  combinations
    .filter((names) => {
      const relationship = Object.fromEntries(flags.map((flag) => [flag, names.includes(flag)]));
      return acceptsMessages(preference, relationship as Record<(typeof flags)[number], boolean>);
    })
    .map((names) => [preference, ...names].join(' ')),
);
