import type { Profile } from '@roost/contract/users';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { uniqueById } from '../../lib/unique-by-id.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { ListEnd } from '../../ui/list-end.tsx';
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
  const { data, isError, hasNextPage } = list;
  const people = useMemo(() => uniqueById(data?.pages.flatMap(({ users }) => users) ?? []), [data]);
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
          <li key={user._id} className="long-list-row">
            <UserRow user={user} />
          </li>
        ))}
      </ul>
      <ListEnd list={list} count={people.length} ahead="400px" failed={words[side].failed}>
        <UserRowSkeletons count={2} />
      </ListEnd>
    </>
  );
}
