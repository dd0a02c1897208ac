import * as words from '#words/users';
import type { UserCard } from '@roost/contract/users';
import { clsx } from 'clsx';
import { useState } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { useFollow } from './follow.ts';

type Person = Pick<
  UserCard,
  '_id' | 'username' | 'isFollowingByCurrentUser' | 'isFollowRequestedByCurrentUser'
>;

interface FollowButtonProps {
  person: Person;
  size?: 'sm' | 'md';
  /** It is the main action of its page. */
  isMain?: boolean;
}

/** 'Follow', or 'Following', which becomes 'Unfollow' under the pointer or the focus. A request has two words too. */
export function FollowButton({ person, size = 'md', isMain = false }: FollowButtonProps) {
  const toggle = useFollow();
  const { isFollowingByCurrentUser: isFollowing, username } = person;
  const isOn = isFollowing || person.isFollowRequestedByCurrentUser;
  // After a press the pointer is still on the button. 'Unfollow' would look like the result.
  const [isJustPressed, setJustPressed] = useState(false);
  const follow = isMain ? 'primary' : 'outline';
  const offers = isOn && !isJustPressed;
  return (
    <Button
      size={size}
      variant={isOn ? 'secondary' : follow}
      onClick={() => {
        setJustPressed(true);
        toggle(person._id, isOn);
      }}
      onPointerLeave={() => setJustPressed(false)}
      onBlur={() => setJustPressed(false)}
      className={clsx(
        offers &&
          'group/follow hover:border-danger-text hover:text-danger-text focus-visible:border-danger-text focus-visible:text-danger-text',
        // The other look has a border.
        isMain && !isOn && 'border border-transparent',
        isMain && 'max-md:px-4',
      )}
    >
      {isOn ? (
        // Both words are in one grid cell, so the button has the width of the longer one.
        <span className="grid justify-items-center *:col-start-1 *:row-start-1">
          <span className="group-hover/follow:invisible group-focus-visible/follow:invisible">
            {isFollowing ? words.following : words.requested}
          </span>
          <span className="invisible group-hover/follow:visible group-focus-visible/follow:visible">
            {isFollowing ? words.unfollow : words.withdraw}
          </span>
        </span>
      ) : isMain ? (
        // The button keeps its width after the press, so nothing on the page moves.
        <span className="grid justify-items-center *:col-start-1 *:row-start-1">
          <span>{words.follow}</span>
          <span className="invisible">{words.following}</span>
          <span className="invisible">{words.unfollow}</span>
        </span>
      ) : (
        words.follow
      )}
      <span className="sr-only"> @{username}</span>
    </Button>
  );
}
