import * as words from '#words/users';
import type { UserCard } from '@roost/contract/users';
import { UserRoundX } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { FollowButton } from './follow-button.tsx';
import { useRemoveFollower } from './remove-follower.ts';

/** The actions on one of the viewer's own followers: follow back, or remove. */
export function FollowerActions({ user }: { user: UserCard }) {
  const [asking, setAsking] = useState(false);
  const remove = useRemoveFollower();
  return (
    <>
      <FollowButton person={user} />
      <IconButton
        label={words.removeFollowerPerson({ username: user.username })}
        onClick={() => setAsking(true)}
      >
        <UserRoundX />
      </IconButton>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={words.removeFollowerPerson({ username: user.username })}
        description={words.theyStopFollowingYou}
        confirmLabel={words.removeFollower}
        onConfirm={() => void remove(user._id)}
      />
    </>
  );
}
