import { useInfiniteQuery } from '@tanstack/react-query';
import { SHORTEST_NAME } from '../../lib/constants.ts';
import { uniqueById } from '../../lib/unique-by-id.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { ListEnd } from '../../ui/list-end.tsx';
import { UserRow } from '../users/user-row.tsx';
import { UserRowSkeletons } from '../users/user-row-skeleton.tsx';
import { LookoutBird } from './lookout-bird.tsx';
import { peopleQuery } from '../users/search-people.query.ts';

const ERROR = 'Error searching people';

export function PeopleResults({ q }: { q: string }) {
  if ([...q].length < SHORTEST_NAME) {
    return (
      <EmptyState
        drawing={<LookoutBird />}
        title={`Type at least ${SHORTEST_NAME} characters of a name to find people.`}
      />
    );
  }
  return <FoundPeople key={q} q={q} />;
}

function FoundPeople({ q }: { q: string }) {
  const list = useInfiniteQuery(peopleQuery(q));
  if (!list.data) {
    if (list.error) return <LoadError message={ERROR} onRetry={() => void list.refetch()} />;
    return <UserRowSkeletons />;
  }
  const people = uniqueById(list.data.pages.flatMap(({ users }) => users));
  if (people.length === 0 && !list.hasNextPage)
    return <EmptyState drawing={<LookoutBird />} title="No people found..." />;
  return (
    <>
      <ul aria-label="People" aria-busy={list.isFetching}>
        {people.map((user) => (
          <li key={user._id} className="long-list-row border-b border-line">
            <UserRow user={user} />
          </li>
        ))}
      </ul>
      <ListEnd list={list} count={people.length} ahead="800px" failed={ERROR}>
        <UserRowSkeletons count={2} />
      </ListEnd>
    </>
  );
}
