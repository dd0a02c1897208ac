import * as words from '#words/users';
import type { PostOwner } from '@roost/contract/users';
import {
  Ban,
  CircleOff,
  Flag,
  ListPlus,
  NotebookPen,
  UserRoundMinus,
  UserRoundPlus,
  UserRoundX,
  Volume2,
  VolumeOff,
} from 'lucide-react';
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

/** `isMuted` shows the item that ends the mute. */
export function muteItem(
  { username }: Pick<Person, 'username'>,
  isMuted: boolean,
  onSelect: () => void,
): MenuItem {
  return {
    label: isMuted ? words.unmutePerson({ username }) : words.mutePerson({ username }),
    icon: isMuted ? <Volume2 /> : <VolumeOff />,
    onSelect,
  };
}

export function removeFollowerItem(onSelect: () => void): MenuItem {
  return { label: words.removeFollower, icon: <UserRoundX />, onSelect };
}

export function reportItem(label: string, onSelect: () => void): MenuItem {
  return { label, icon: <Flag />, danger: true, onSelect };
}

export function noteItem(hasNote: boolean, onSelect: () => void): MenuItem {
  return { label: hasNote ? words.editNote : words.addANote, icon: <NotebookPen />, onSelect };
}

export function listItem(onSelect: () => void): MenuItem {
  return { label: words.addToList, icon: <ListPlus />, onSelect };
}
