import type { UserCard } from '@roost/contract/users';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useFollow } from './follow.ts';

type Person = Pick<UserCard, '_id' | 'username' | 'isFollowingByCurrentUser'>;

/** Follow; once followed 'Following', which turns into 'Unfollow' under the pointer or the keyboard's focus. */
export function FollowButton({ person, size = 'md' }: { person: Person; size?: 'sm' | 'md' }) {
  const toggle = useFollow();
  const { isFollowingByCurrentUser: isFollowing, username } = person;
  // The pointer still rests on it after the press; 'Unfollow' would read as the answer.
  const [isJustPressed, setJustPressed] = useState(false);
  const offers = isFollowing && !isJustPressed;
  return (
    <Button
      size={size}
      variant={isFollowing ? 'secondary' : 'primary'}
      onClick={() => {
        setJustPressed(true);
        toggle(person._id, isFollowing);
      }}
      onPointerLeave={() => setJustPressed(false)}
      onBlur={() => setJustPressed(false)}
      className={
        offers
          ? 'group/follow hover:border-danger-text hover:text-danger-text focus-visible:border-danger-text focus-visible:text-danger-text'
          : ''
      }
    >
      {isFollowing ? (
        // Both words lie in one cell, so the button keeps the width of the longer.
        <span className="grid justify-items-center *:col-start-1 *:row-start-1">
          <span className="group-hover/follow:invisible group-focus-visible/follow:invisible">
            Following
          </span>
          <span className="invisible group-hover/follow:visible group-focus-visible/follow:visible">
            Unfollow
          </span>
        </span>
      ) : (
        'Follow'
      )}
      <span className="sr-only"> @{username}</span>
    </Button>
  );
}
