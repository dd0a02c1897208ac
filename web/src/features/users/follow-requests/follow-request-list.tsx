import * as words from '#words/users';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { uniqueById } from '../../../lib/cache/unique-by-id.ts';
import { BirdHouse } from '../../../ui/illustrations/bird-house.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ListEnd } from '../../../ui/states/list-end.tsx';
import { LoadError } from '../../../ui/states/load-error.tsx';
import { UserRow } from '../user-row.tsx';
import { UserRowSkeletons } from '../user-row-skeleton.tsx';
import { AnswerButtons } from './answer-buttons.tsx';
import { useAnswerRequest } from './answer-request.ts';
import { followRequestsQuery } from './follow-requests.query.ts';

/** The people who wait for the viewer's answer, each with two buttons. */
export function FollowRequestList() {
  const list = useInfiniteQuery(followRequestsQuery);
  const answer = useAnswerRequest();
  const { data, isError, hasNextPage } = list;
  const people = useMemo(() => uniqueById(data?.pages.flatMap(({ users }) => users) ?? []), [data]);
  if (!data)
    return isError ? (
      <LoadError message={words.failedToLoadFollowRequests} onRetry={() => void list.refetch()} />
    ) : (
      <UserRowSkeletons />
    );
  if (people.length === 0 && !hasNextPage)
    return <EmptyState drawing={<BirdHouse isOpen />} title={words.noFollowRequests} />;
  return (
    <>
      <ul aria-label={words.followRequests}>
        {people.map((user) => (
          <li key={user._id} className="long-list-row border-b border-line">
            <UserRow
              user={user}
              actions={
                <AnswerButtons
                  person={user}
                  onAnswer={(isAccepted, button) => {
                    focusPage(button);
                    void answer(user._id, isAccepted);
                  }}
                />
              }
            />
          </li>
        ))}
      </ul>
      <ListEnd
        list={list}
        count={people.length}
        ahead="400px"
        failed={words.failedToLoadFollowRequests}
      >
        <UserRowSkeletons count={2} />
      </ListEnd>
    </>
  );
}

/** The focus moves to the page, because the row with the focus disappears. */
function focusPage(button: HTMLElement): void {
  button.closest<HTMLElement>('main')?.focus({ preventScroll: true });
}
