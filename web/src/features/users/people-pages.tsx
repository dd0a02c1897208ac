import type { UserCard } from '@roost/contract/users';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { uniqueById } from '../../lib/cache/unique-by-id.ts';
import { TwoOnAWire } from '../../ui/illustrations/two-on-a-wire.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ListEnd } from '../../ui/states/list-end.tsx';
import { LoadError } from '../../ui/states/load-error.tsx';
import type { PeoplePage } from './people-pages.query.ts';
import { UserRow } from './user-row.tsx';
import { UserRowSkeletons } from './user-row-skeleton.tsx';

interface PeoplePagesProps {
  list: UseInfiniteQueryResult<{ pages: PeoplePage[] }>;
  title: string;
  empty: string;
  emptyAction?: ReactNode;
  failed: string;
  /** Says how many people are not shown. */
  hidden: (count: number) => string;
  /** Shown at the end of a row, instead of the follow button. */
  actions?: ((user: UserCard) => ReactNode) | undefined;
}

/** A list of people that loads page by page, with its states. */
export function PeoplePages({
  list,
  title,
  empty,
  emptyAction,
  failed,
  hidden,
  actions,
}: PeoplePagesProps) {
  const { data, isError, hasNextPage } = list;
  const people = useMemo(() => uniqueById(data?.pages.flatMap(({ users }) => users) ?? []), [data]);
  if (!data)
    return isError ? (
      <LoadError message={failed} onRetry={() => void list.refetch()} />
    ) : (
      <UserRowSkeletons />
    );
  const count = data.pages.at(-1)?.notShown ?? 0;
  const hiddenWords = count > 0 && hidden(count);
  if (people.length === 0 && !hasNextPage)
    return (
      <EmptyState drawing={<TwoOnAWire />} title={hiddenWords || empty} action={emptyAction} />
    );
  return (
    <>
      <ul aria-label={title}>
        {people.map((user) => (
          <li key={user._id} className="long-list-row">
            <UserRow user={user} {...(actions && { actions: actions(user) })} />
          </li>
        ))}
      </ul>
      <ListEnd list={list} count={people.length} ahead="400px" failed={failed}>
        <UserRowSkeletons count={2} />
      </ListEnd>
      {hiddenWords && <p className="px-6 py-6 text-center text-meta text-muted">{hiddenWords}</p>}
    </>
  );
}
