import type { Profile } from '@roost/contract/users';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { followsQuery, type FollowSide } from './follows.query.ts';
import { UserRow } from './user-row.tsx';
import { UserRowSkeletons } from './user-row-skeleton.tsx';

const words = {
  followers: {
    title: 'Followers',
    empty: 'No followers yet.',
    failed: 'Failed to load followers.',
  },
  following: {
    title: 'Following',
    empty: 'Not following anyone yet.',
    failed: 'Failed to load following.',
  },
};

interface FollowListDialogProps {
  person: Pick<Profile, '_id' | 'username'>;
  side: FollowSide;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Who follows somebody, or whom they follow. */
export function FollowListDialog({ person, side, open, onOpenChange }: FollowListDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={words[side].title}
      description={<span className="sr-only">of @{person.username}</span>}
    >
      <div className="-mx-6 -mb-4 min-h-100">
        <FollowList person={person} side={side} />
      </div>
    </Dialog>
  );
}

function FollowList({ person, side }: Pick<FollowListDialogProps, 'person' | 'side'>) {
  const list = useInfiniteQuery(followsQuery(person._id, side));
  const { data, isError, hasNextPage, isFetchingNextPage, isFetchNextPageError } = list;
  const people = useMemo(() => unique(data?.pages.flatMap(({ users }) => users) ?? []), [data]);
  if (!data)
    return isError ? (
      <LoadError message={words[side].failed} onRetry={() => void list.refetch()} />
    ) : (
      <UserRowSkeletons />
    );
  if (people.length === 0 && !hasNextPage)
    return <p className="px-6 py-12 text-center text-muted">{words[side].empty}</p>;
  return (
    <>
      <ul aria-label={words[side].title}>
        {people.map((user) => (
          // What is out of sight is not laid out: a list can be long.
          <li
            key={user._id}
            className="[contain-intrinsic-size:auto_4.5rem] [content-visibility:auto]"
          >
            <UserRow user={user} />
          </li>
        ))}
      </ul>
      {isFetchNextPageError ? (
        <LoadError message={words[side].failed} onRetry={() => void list.fetchNextPage()} />
      ) : (
        hasNextPage && (
          <More
            key={people.length}
            isLoading={isFetchingNextPage}
            onNear={() => void list.fetchNextPage({ cancelRefetch: false })}
          />
        )
      )}
    </>
  );
}

function More({ isLoading, onNear }: { isLoading: boolean; onNear: () => void }) {
  const mark = useRef<HTMLDivElement>(null);
  const near = useRef(onNear);
  useEffect(() => {
    near.current = onNear;
  });
  useEffect(() => {
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && near.current(), {
      rootMargin: '400px',
    });
    watcher.observe(mark.current!);
    return () => watcher.disconnect();
  }, [isLoading]);
  return (
    <div ref={mark}>
      <UserRowSkeletons count={2} />
    </div>
  );
}

/** Who unfollows and follows again between two pages stands on both. */
function unique<Row extends { _id: string }>(rows: Row[]): Row[] {
  const seen = new Set<string>();
  return rows.filter(({ _id }) => !seen.has(_id) && seen.add(_id));
}
