import { AppError } from '@roost/contract/errors';
import {
  acceptFollowRequest,
  listFollowRequests,
  refuseFollowRequest,
} from '@roost/contract/relations';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { done, server, success } from '../../../../test/support/fake-server.ts';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { bob, viewer } from '../../../../test/support/sample-posts.ts';
import { FollowRequestList } from './follow-request-list.tsx';
import { FollowRequestsLink } from './follow-requests-link.tsx';

beforeEach(() => {
  const card = { bio: '', followersCount: 0, followingCount: 0 };
  const users = [{ ...bob, ...card, isFollowRequestedByCurrentUser: false }];
  const pagination = { currentPage: 1, totalPages: 1, totalUsers: 1, nextCursor: null };
  server.answer(listFollowRequests, () => success({ users, count: 1, pagination }));
});

const render = () =>
  renderApp(
    <>
      <FollowRequestsLink />
      <FollowRequestList />
    </>,
    { viewer: { ...viewer, followRequestsCount: 1 } },
  );

test('an accepted request leaves the list and the count', async () => {
  const asked = server.answer(acceptFollowRequest, () => done());
  const { user } = render();
  screen.getByRole('link', { name: /Follow requests.*1/ });
  await user.click(await screen.findByRole('button', { name: 'Accept @bob' }));
  await screen.findByText('Nobody waits for your answer.');
  expect(screen.queryByRole('link', { name: /Follow requests/ })).toBeNull();
  expect(asked.mock.lastCall?.[0].params).toEqual({ userId: bob._id });
});

test('a request that is gone leaves the list without a notice', async () => {
  server.answer(refuseFollowRequest, () => {
    throw new AppError('not_found');
  });
  const { user } = render();
  await user.click(await screen.findByRole('button', { name: 'Decline @bob' }));
  await screen.findByText('Nobody waits for your answer.');
  expect(screen.queryByText('Not found.')).toBeNull();
});

test('an answer that fails brings the row back', async () => {
  server.answer(acceptFollowRequest, () => {
    throw new AppError('rate_limited');
  });
  const { user } = render();
  await user.click(await screen.findByRole('button', { name: 'Accept @bob' }));
  await screen.findByText('Too many requests. Please wait a moment and try again.');
  screen.getByRole('button', { name: 'Accept @bob' });
  screen.getByRole('link', { name: /Follow requests.*1/ });
});
