import * as words from '#words/users';
import type { Profile } from '@roost/contract/users';
import { useInfiniteQuery } from '@tanstack/react-query';
import { TwoOnAWire } from '../../../ui/illustrations/two-on-a-wire.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { useViewerId } from '../../auth/viewer.ts';
import { PeoplePages } from '../people-pages.tsx';
import { FollowerActions } from './follower-actions.tsx';
import { followsQuery, type FollowSide } from './follows.query.ts';

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

interface FollowListProps {
  person: Pick<Profile, '_id'>;
  side: FollowSide;
}

/** The followers of a person, or the people they follow. */
export function FollowList({ person, side }: FollowListProps) {
  const isOwn = useViewerId() === person._id && side === 'followers';
  const list = useInfiniteQuery(followsQuery(person._id, side));
  if (list.data?.pages[0]?.isHidden)
    return <EmptyState drawing={<TwoOnAWire />} title={words.followsAreHidden} />;
  return (
    <PeoplePages
      list={list}
      {...texts[side]}
      actions={isOwn ? (user) => <FollowerActions user={user} /> : undefined}
    />
  );
}
