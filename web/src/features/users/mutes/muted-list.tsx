import * as words from '#words/users';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { uniqueById } from '../../../lib/cache/unique-by-id.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { BirdHouse } from '../../../ui/illustrations/bird-house.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ListEnd } from '../../../ui/states/list-end.tsx';
import { LoadError } from '../../../ui/states/load-error.tsx';
import { UserRow } from '../user-row.tsx';
import { UserRowSkeletons } from '../user-row-skeleton.tsx';
import { useUnmute } from './mute.ts';
import { muteText } from './mute-text.ts';
import { mutedQuery } from './muted.query.ts';

/** The people whom the viewer mutes, each with its end and a button that unmutes. */
export function MutedList() {
  const list = useInfiniteQuery(mutedQuery);
  const unmute = useUnmute();
  const { data, isError, hasNextPage } = list;
  const people = useMemo(() => uniqueById(data?.pages.flatMap(({ users }) => users) ?? []), [data]);
  if (!data)
    return isError ? (
      <LoadError message={words.errorLoadingMutedPeople} onRetry={() => void list.refetch()} />
    ) : (
      <UserRowSkeletons />
    );
  if (people.length === 0 && !hasNextPage)
    return <EmptyState drawing={<BirdHouse isOpen />} title={words.youHaventMutedAnyone} />;
  return (
    <>
      <ul aria-label={words.mutedPeople}>
        {people.map((user) => (
          <li key={user._id} className="long-list-row border-b border-line">
            <UserRow
              user={{ ...user, bio: muteText(user.mute) }}
              actions={
                <Button
                  variant="secondary"
                  onClick={(event) => {
                    // The row with the focus disappears.
                    event.currentTarget
                      .closest<HTMLElement>('main')
                      ?.focus({ preventScroll: true });
                    void unmute(user);
                  }}
                >
                  {words.unmute}
                  <span className="sr-only"> @{user.username}</span>
                </Button>
              }
            />
          </li>
        ))}
      </ul>
      <ListEnd
        list={list}
        count={people.length}
        ahead="400px"
        failed={words.errorLoadingMutedPeople}
      >
        <UserRowSkeletons count={2} />
      </ListEnd>
    </>
  );
}
