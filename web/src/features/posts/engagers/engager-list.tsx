import * as words from '#words/posts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { isNothingFound } from '../../../lib/api/nothing-found.ts';
import { LostFeather } from '../../../ui/illustrations/lost-feather.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { PeoplePages } from '../../users/people-pages.tsx';
import { engagersQuery, type EngagementKind } from './engagers.query.ts';

const hidden = (count: number) => words.peopleNotShown({ count });
const texts = {
  likes: {
    title: words.likes,
    empty: words.nobodyLikesThis,
    failed: words.failedToLoadLikes,
    hidden,
  },
  reposts: {
    title: words.reposts,
    empty: words.nobodyReposted,
    failed: words.failedToLoadReposts,
    hidden,
  },
};

/** The people who like a post, or who reposted it. */
export function EngagerList({ postId, kind }: { postId: string; kind: EngagementKind }) {
  const list = useInfiniteQuery(engagersQuery(postId, kind));
  return isNothingFound(list.error) ? (
    <EmptyState drawing={<LostFeather />} title={words.postNotFound} />
  ) : (
    <PeoplePages list={list} {...texts[kind]} />
  );
}
