import { searchPosts, searchUsers } from '@roost/contract/search';
import type { UserCard } from '@roost/contract/users';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { server, success } from '../../../../test/support/fake-server.ts';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { sampleId } from '../../../../test/support/sample-id.ts';
import { bob, samplePost } from '../../../../test/support/sample-posts.ts';
import { PostResults } from './post-results.tsx';
import { TopPeople } from './top-people.tsx';

const person: UserCard = {
  ...bob,
  bio: '',
  followersCount: 1,
  followingCount: 0,
  isFollowRequestedByCurrentUser: false,
};

/** Answers the searches. The answer with people comes when the returned function is called. */
function answerSearches(): () => void {
  const released = Promise.withResolvers<void>();
  server.answer(searchPosts, () => {
    const totalPosts = 1;
    const pagination = { currentPage: 1, totalPages: 1, nextCursor: null, totalPosts };
    const posts = [samplePost(sampleId('p'))];
    return success({ posts, totalPages: 1, currentPage: 1, totalPosts, query: 'bob', pagination });
  });
  server.answer(searchUsers, async () => {
    await released.promise;
    const pagination = { currentPage: 1, totalPages: 1, nextCursor: null, totalUsers: 1 };
    return success({ users: [person], totalPages: 1, currentPage: 1, totalUsers: 1, pagination });
  });
  return released.resolve;
}

test('people never stand above the skeleton, which they would move', async () => {
  const release = answerSearches();
  renderApp(
    <>
      <TopPeople q="bob" onShowAll={() => {}} />
      <PostResults q="bob" />
    </>,
  );
  const withoutPosts: string[] = [];
  const observer = new MutationObserver(() => {
    if (screen.queryByRole('region', { name: 'People' }) && !screen.queryByRole('article'))
      withoutPosts.push(document.body.textContent);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  release();
  await screen.findByRole('region', { name: 'People' });
  await screen.findByRole('article');
  observer.disconnect();
  expect(withoutPosts).toEqual([]);
});
