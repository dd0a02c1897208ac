import type { BlockedUser } from '@roost/contract/users';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { BlockDialog } from './block-dialog.tsx';
import { blockedQuery } from './blocked.query.ts';
import { BirdHouse } from './bird-house.tsx';
import { UserRow } from './user-row.tsx';
import { UserRowSkeletons } from './user-row-skeleton.tsx';

/** Whom the viewer blocks, each with a way back (spec §2, blocked users). */
export function BlockedList() {
  const { data: people, isError, refetch } = useQuery(blockedQuery);
  // Kept after the answer, so that the dialog can close on somebody who is no longer in the list.
  const [asked, setAsked] = useState<BlockedUser>();
  const [isAsking, setAsking] = useState(false);
  if (!people)
    return isError ? (
      <LoadError message="Error loading blocked users" onRetry={() => void refetch()} />
    ) : (
      <UserRowSkeletons />
    );
  return (
    <>
      {people.length === 0 ? (
        <EmptyState drawing={<BirdHouse isOpen />} title="You haven’t blocked anyone." />
      ) : (
        <ul aria-label="Blocked users">
          {people.map((user) => (
            <li key={user._id} className="long-list-row border-b border-line">
              <UserRow
                user={user}
                actions={
                  <Button
                    variant="secondary"
                    onClick={() => {
                      setAsked(user);
                      setAsking(true);
                    }}
                  >
                    Unblock<span className="sr-only"> @{user.username}</span>
                  </Button>
                }
              />
            </li>
          ))}
        </ul>
      )}
      {asked && (
        <BlockDialog
          person={{ ...asked, isBlockedByCurrentUser: true }}
          open={isAsking}
          onOpenChange={setAsking}
        />
      )}
    </>
  );
}
