import * as words from '#words/users';
import type { BlockedUser } from '@roost/contract/relations';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { LoadError } from '../../../ui/states/load-error.tsx';
import { BlockDialog } from './block-dialog.tsx';
import { blockedQuery } from './blocked.query.ts';
import { BirdHouse } from '../../../ui/illustrations/bird-house.tsx';
import { UserRow } from '../user-row.tsx';
import { UserRowSkeletons } from '../user-row-skeleton.tsx';

/** The people whom the viewer blocks, each with a button that unblocks. */
export function BlockedList() {
  const { data: people, isError, refetch } = useQuery(blockedQuery);
  // Kept after the answer, because the closing dialog still names a person who left the list.
  const [asked, setAsked] = useState<BlockedUser>();
  const [isAsking, setAsking] = useState(false);
  if (!people)
    return isError ? (
      <LoadError message={words.errorLoadingBlockedUsers} onRetry={() => void refetch()} />
    ) : (
      <UserRowSkeletons />
    );
  return (
    <>
      {people.length === 0 ? (
        <EmptyState drawing={<BirdHouse isOpen />} title={words.youHaventBlockedAnyone} />
      ) : (
        <ul aria-label={words.blockedUsers}>
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
                    {words.unblock}
                    <span className="sr-only"> @{user.username}</span>
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
