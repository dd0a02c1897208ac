import * as words from '#words/admin';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { uniqueById } from '../../../lib/cache/unique-by-id.ts';
import { LookoutBird } from '../../../ui/illustrations/lookout-bird.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ListEnd } from '../../../ui/states/list-end.tsx';
import { UserRowSkeletons } from '../../users/user-row-skeleton.tsx';
import { SectionError } from '../section-error.tsx';
import { accountsQuery, type PeopleFilter } from './people.query.ts';
import { PersonRow } from './person-row.tsx';

/** The people who pass the filter. */
export function PeopleList({ filter }: { filter: PeopleFilter }) {
  const list = useInfiniteQuery(accountsQuery(filter));
  const { data, error, hasNextPage, isPlaceholderData } = list;
  const people = useMemo(
    () => uniqueById(data?.pages.flatMap(({ people }) => people) ?? []),
    [data],
  );
  if (!data)
    return error ? (
      <SectionError error={error} onRetry={() => void list.refetch()} />
    ) : (
      <UserRowSkeletons />
    );
  if (people.length === 0 && !hasNextPage)
    return (
      <EmptyState
        drawing={<LookoutBird />}
        title={filter.status === 'pending' ? words.nobodyWaits : words.nobodyIsLikeThis}
      />
    );
  return (
    <>
      <ul aria-label={words.people} aria-busy={isPlaceholderData || undefined}>
        {people.map((person) => (
          <PersonRow key={person._id} person={person} />
        ))}
      </ul>
      <ListEnd list={list} count={people.length} ahead="400px" failed={words.peopleNotLoaded}>
        <UserRowSkeletons count={2} />
      </ListEnd>
    </>
  );
}
