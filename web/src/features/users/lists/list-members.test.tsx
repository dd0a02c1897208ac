import { listMembers } from '@roost/contract/lists';
import { searchUsers } from '@roost/contract/search';
import type { UserCard } from '@roost/contract/users';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { server, success } from '../../../../test/support/fake-server.ts';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { sampleId } from '../../../../test/support/sample-id.ts';
import { bob } from '../../../../test/support/sample-posts.ts';
import { ListMembers } from './list-members.tsx';

const card: UserCard = {
  ...bob,
  bio: 'Looks at birds.',
  followersCount: 3,
  followingCount: 2,
  isFollowRequestedByCurrentUser: false,
};

function answer(users: UserCard[], notShown: number) {
  const pagination = { currentPage: 1, totalPages: 1, nextCursor: null, notShown };
  server.answer(listMembers, () => success({ users, pagination }));
  renderApp(<ListMembers listId={sampleId('birds')} />);
}

test('the page says how many people of the list are hidden', async () => {
  answer([card], 2);
  await screen.findByText('Looks at birds.');
  screen.getByText(/^2 people are not shown, but count towards the limit/);
});

test('a list with hidden people only is not empty', async () => {
  answer([], 1);
  await screen.findByText(/^1 person is not shown/);
  expect(screen.queryByText(/Nobody is on this list/)).toBeNull();
});

test('a found person who is on a later page of the list can be taken off it', async () => {
  const cyd: UserCard = { ...card, _id: sampleId('cyd'), username: 'cyd' };
  const page = { currentPage: 1, totalPages: 2, notShown: 0 };
  server.answer(listMembers, ({ query }) =>
    query.cursor === 'next'
      ? success({ users: [cyd], pagination: { ...page, nextCursor: null } })
      : success({ users: [card], pagination: { ...page, nextCursor: 'next' } }),
  );
  server.answer(searchUsers, () =>
    success({
      users: [cyd],
      totalUsers: 1,
      totalPages: 1,
      currentPage: 1,
      pagination: { currentPage: 1, totalPages: 1, totalUsers: 1, nextCursor: null },
    }),
  );
  const { user } = renderApp(<ListMembers listId={sampleId('birds')} />);
  await screen.findByText('Looks at birds.');
  await user.type(screen.getByRole('searchbox'), 'cyd');
  await screen.findByRole('button', { name: /^Remove.*cyd$/ });
});
