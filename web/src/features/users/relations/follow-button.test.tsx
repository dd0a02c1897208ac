import { follow, unfollow } from '@roost/contract/relations';
import { listSuggested, type UserCard } from '@roost/contract/users';
import { skipToken, useQuery } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { socket } from '../../../../test/support/fake-socket.ts';
import { server, success } from '../../../../test/support/fake-server.ts';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { bob } from '../../../../test/support/sample-posts.ts';
import { queryClient } from '../../../lib/cache/query-client.ts';
import '../follow-requests/live-follow-requests.ts';
import { FollowButton } from './follow-button.tsx';

const key = ['users', 'list', 'test'];
const person: UserCard = {
  ...bob,
  bio: '',
  followersCount: 4,
  followingCount: 0,
  isFollowRequestedByCurrentUser: false,
};

/** A person as the cache has them now. */
function Card() {
  const { data } = useQuery<UserCard[]>({ queryKey: key, queryFn: skipToken });
  return data?.map((each) => (
    <div key={each._id}>
      <p>{each.followersCount} followers</p>
      <FollowButton person={each} />
    </div>
  ));
}

function render(change: Partial<UserCard> = {}, options: { hasSocket?: boolean } = {}) {
  queryClient.setQueryData(key, [{ ...person, ...change }]);
  return renderApp(<Card />, options);
}

beforeEach(() => {
  server.answer(listSuggested, () => success([]));
});

test('a person who approves followers is asked, and not yet followed', async () => {
  server.answer(follow, () => success({ following: false, requested: true }));
  const { user } = render();
  await user.click(screen.getByRole('button', { name: /^Follow ?@bob$/ }));
  await screen.findByRole('button', { name: /Requested.*@bob/ });
  screen.getByText('4 followers');
  await screen.findByText('Request sent. You follow once they accept.');
});

test('a second press withdraws the request', async () => {
  const asked = server.answer(unfollow, () => success({ following: false, requested: false }));
  const { user } = render({ isFollowRequestedByCurrentUser: true });
  await user.click(screen.getByRole('button', { name: /Requested.*@bob/ }));
  await screen.findByRole('button', { name: /^Follow ?@bob$/ });
  await expect.poll(() => asked.mock.lastCall?.[0].params).toEqual({ userId: bob._id });
  screen.getByText('4 followers');
});

test('an accepted request becomes a follow at once', async () => {
  render({ isFollowRequestedByCurrentUser: true }, { hasSocket: true });
  await screen.findByRole('button', { name: /Requested.*@bob/ });
  await act(async () =>
    socket.send('notificationsChanged', {
      unreadCount: 0,
      followRequestsCount: 0,
      acceptedBy: [bob._id],
      seq: 1,
    }),
  );
  await screen.findByRole('button', { name: /Following.*@bob/ });
  screen.getByText('5 followers');
});
