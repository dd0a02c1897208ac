import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { SHORTEST_NAME } from '../../lib/constants.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { UserRow } from '../users/user-row.tsx';
import { UserRowSkeletons } from '../users/user-row-skeleton.tsx';
import { LookoutBird } from './lookout-bird.tsx';
import { peopleQuery, uniquePeople } from './people.query.ts';

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
  const people = uniquePeople(list.data);
  if (people.length === 0 && !list.hasNextPage)
    return <EmptyState drawing={<LookoutBird />} title="No people found..." />;
  return (
    <>
      <ul aria-label="People" aria-busy={list.isFetching}>
        {people.map((user) => (
          <li key={user._id} className="border-b border-line">
            <UserRow user={user} />
          </li>
        ))}
      </ul>
      {list.isFetchNextPageError ? (
        <LoadError message={ERROR} onRetry={() => void list.fetchNextPage()} />
      ) : (
        list.hasNextPage && (
          <More
            key={people.length}
            onNear={() => void list.fetchNextPage({ cancelRefetch: false })}
          />
        )
      )}
    </>
  );
}

function More({ onNear }: { onNear: () => void }) {
  const mark = useRef<HTMLDivElement>(null);
  const near = useRef(onNear);
  useEffect(() => {
    near.current = onNear;
  });
  useEffect(() => {
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && near.current(), {
      rootMargin: '0px 0px 800px',
    });
    watcher.observe(mark.current!);
    return () => watcher.disconnect();
  }, []);
  return (
    <div ref={mark}>
      <UserRowSkeletons count={2} />
    </div>
  );
}
