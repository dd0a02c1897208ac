import { listLikers } from '@roost/contract/engagers';
import { AppError } from '@roost/contract/errors';
import type { UserCard } from '@roost/contract/users';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { server, success } from '../../../../test/support/fake-server.ts';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { sampleId } from '../../../../test/support/sample-id.ts';
import { bob, samplePost, viewer } from '../../../../test/support/sample-posts.ts';
import { paths } from '../../../paths.ts';
import { EngagementFigures } from './engagement-figures.tsx';
import { EngagerList } from './engager-list.tsx';

const card: UserCard = {
  ...bob,
  bio: 'Looks at birds.',
  followersCount: 3,
  followingCount: 2,
  isFollowRequestedByCurrentUser: false,
};
const list = <EngagerList postId={sampleId('post')} kind="likes" />;

function pageOf(users: UserCard[], notShown = 0) {
  const pagination = { currentPage: 1, totalPages: 1, nextCursor: null, notShown };
  return success({ users, pagination });
}

test('the people have a follow button, except the viewer', async () => {
  server.answer(listLikers, () => pageOf([card, { ...card, ...viewer }], 2));
  renderApp(list);
  const rows = within(await screen.findByRole('list', { name: 'Likes' })).getAllByRole('listitem');
  expect(rows.map((row) => within(row).queryAllByRole('button').length)).toEqual([1, 0]);
  within(rows[0]!).getByRole('button', { name: /^Follow ?@bob$/ });
  screen.getByText('2 people are not shown');
});

test('a list without people says so', async () => {
  server.answer(listLikers, () => pageOf([]));
  renderApp(list);
  await screen.findByText('Nobody likes this post yet.');
});

test('a list that does not load offers another try', async () => {
  let isDown = true;
  server.answer(listLikers, () => {
    if (isDown) throw new AppError('unavailable');
    return pageOf([card]);
  });
  const { user } = renderApp(list);
  await screen.findByText('Failed to load likes.');
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Looks at birds.');
});

test('the list of a missing post says that the post is missing', async () => {
  server.answer(listLikers, () => {
    throw new AppError('not_found');
  });
  renderApp(list);
  await screen.findByText('Post not found.');
});

test('the numbers lead to the people, and are absent at zero', () => {
  const post = samplePost(sampleId('post'));
  const { container, unmount } = renderApp(
    <EngagementFigures
      post={{ ...post, stats: { likeCount: 1_200, repostCount: 1, commentCount: 0 } }}
    />,
  );
  const links = within(container).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['1 repost', paths.reposts(post._id)],
    ['1.2K likes', paths.likes(post._id)],
  ]);
  unmount();
  const none = { likeCount: 0, repostCount: 0, commentCount: 4 };
  renderApp(<EngagementFigures post={{ ...post, stats: none }} />);
  expect(screen.queryByRole('link')).toBeNull();
});
