import * as words from '#words/users';
import type { PostOwner } from '@roost/contract/users';
import { Ban, CircleOff, UserRoundMinus, UserRoundPlus } from 'lucide-react';
import type { MenuItem } from '../../../ui/overlays/menu-props.ts';

type Person = Pick<PostOwner, 'username' | 'isFollowingByCurrentUser' | 'isBlockedByCurrentUser'>;

export function followItem(
  { username, isFollowingByCurrentUser: isFollowing }: Person,
  onSelect: () => void,
): MenuItem {
  return {
    label: isFollowing ? words.unfollowPerson({ username }) : words.followPerson({ username }),
    icon: isFollowing ? <UserRoundMinus /> : <UserRoundPlus />,
    onSelect,
  };
}

export function blockItem(
  {
    username,
    isBlockedByCurrentUser: isBlocked,
  }: Pick<Person, 'username' | 'isBlockedByCurrentUser'>,
  onSelect: () => void,
): MenuItem {
  return {
    label: isBlocked ? words.unblockPerson({ username }) : words.blockPerson({ username }),
    icon: isBlocked ? <CircleOff /> : <Ban />,
    danger: !isBlocked,
    onSelect,
  };
}
