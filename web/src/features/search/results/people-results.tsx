import * as words from '#words/search';
import { useInfiniteQuery } from '@tanstack/react-query';
import { SHORTEST_NAME, searchPeopleQuery } from '../../users/search-people.query.ts';
import { uniqueById } from '../../../lib/cache/unique-by-id.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { LoadError } from '../../../ui/states/load-error.tsx';
import { ListEnd } from '../../../ui/states/list-end.tsx';
import { UserRow } from '../../users/user-row.tsx';
import { UserRowSkeletons } from '../../users/user-row-skeleton.tsx';
import { OptionalBoundary } from '../../../ui/states/optional-boundary.tsx';
import { lazyPart } from '../../../lib/page/load-chunk.ts';
import { LookoutBird } from '../../../ui/illustrations/lookout-bird.tsx';

const WhoToFollow = lazyPart(
  async () => (await import('../../users/suggested/who-to-follow.tsx')).WhoToFollow,
);
const ERROR_TEXT = words.errorSearchingPeople;

export function PeopleResults({ q }: { q: string }) {
  if ([...q].length < SHORTEST_NAME) {
    return (
      <EmptyState
        drawing={<LookoutBird />}
        title={words.nameTooShort({ count: SHORTEST_NAME })}
        action={
          // On wide screens, the right column already shows it.
          <OptionalBoundary>
            <WhoToFollow className="w-80 max-w-full lg:hidden" />
          </OptionalBoundary>
        }
      />
    );
  }
  return <FoundPeople key={q} q={q} />;
}

function FoundPeople({ q }: { q: string }) {
  const list = useInfiniteQuery(searchPeopleQuery(q));
  if (!list.data) {
    if (list.error) return <LoadError message={ERROR_TEXT} onRetry={() => void list.refetch()} />;
    return <UserRowSkeletons />;
  }
  const people = uniqueById(list.data.pages.flatMap(({ users }) => users));
  if (people.length === 0 && !list.hasNextPage)
    return <EmptyState drawing={<LookoutBird />} title={words.noPeopleFound} />;
  return (
    <>
      <ul aria-label={words.people} aria-busy={list.isFetching}>
        {people.map((user) => (
          <li key={user._id} className="long-list-row border-b border-line">
            <UserRow user={user} />
          </li>
        ))}
      </ul>
      <ListEnd list={list} count={people.length} ahead="800px" failed={ERROR_TEXT}>
        <UserRowSkeletons count={2} />
      </ListEnd>
    </>
  );
}
