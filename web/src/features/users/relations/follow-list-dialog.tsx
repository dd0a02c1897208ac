import * as words from '#words/users';
import type { Profile } from '@roost/contract/users';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { uniqueById } from '../../../lib/cache/unique-by-id.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { LoadError } from '../../../ui/states/load-error.tsx';
import { ListEnd } from '../../../ui/states/list-end.tsx';
import { useViewerId } from '../../auth/viewer.ts';
import { FollowerActions } from './follower-actions.tsx';
import { followsQuery, type FollowSide } from './follows.query.ts';
import { UserRow } from '../user-row.tsx';
import { UserRowSkeletons } from '../user-row-skeleton.tsx';

const texts = {
  followers: {
    title: words.followersTitle,
    hidden: (count: number) => words.followersNotShown({ count }),
    empty: words.noFollowersYet,
    failed: words.failedToLoadFollowers,
  },
  following: {
    title: words.following,
    hidden: (count: number) => words.peopleNotShown({ count }),
    empty: words.notFollowingAnyoneYet,
    failed: words.failedToLoadFollowing,
  },
};

interface FollowListDialogProps {
  person: Pick<Profile, '_id' | 'username'>;
  side: FollowSide;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The followers of a person, or the people they follow. */
export function FollowListDialog({ person, side, open, onOpenChange }: FollowListDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={texts[side].title}
      description={<span className="sr-only">{words.ofPerson({ username: person.username })}</span>}
    >
      <div className="-mx-6 -mb-4 min-h-100">
        <FollowList person={person} side={side} />
      </div>
    </Dialog>
  );
}

function FollowList({ person, side }: Pick<FollowListDialogProps, 'person' | 'side'>) {
  const isOwn = useViewerId() === person._id && side === 'followers';
  const list = useInfiniteQuery(followsQuery(person._id, side));
  const { data, isError, hasNextPage } = list;
  const people = useMemo(() => uniqueById(data?.pages.flatMap(({ users }) => users) ?? []), [data]);
  if (!data)
    return isError ? (
      <LoadError message={texts[side].failed} onRetry={() => void list.refetch()} />
    ) : (
      <UserRowSkeletons />
    );
  if (data.pages[0]?.isHidden)
    return <p className="px-6 py-12 text-center text-muted">{words.followsAreHidden}</p>;
  const hidden = data.pages.at(-1)?.notShown ?? 0;
  const { hidden: hiddenText, empty } = texts[side];
  const hiddenWords = hidden > 0 && hiddenText(hidden);
  if (people.length === 0 && !hasNextPage)
    return <p className="px-6 py-12 text-center text-muted">{hiddenWords || empty}</p>;
  return (
    <>
      <ul aria-label={texts[side].title}>
        {people.map((user) => (
          <li key={user._id} className="long-list-row">
            <UserRow user={user} {...(isOwn && { actions: <FollowerActions user={user} /> })} />
          </li>
        ))}
      </ul>
      <ListEnd list={list} count={people.length} ahead="400px" failed={texts[side].failed}>
        <UserRowSkeletons count={2} />
      </ListEnd>
      {hiddenWords && <p className="px-6 py-6 text-center text-meta text-muted">{hiddenWords}</p>}
    </>
  );
}
