import { AppError } from '@roost/contract/errors';
import { follow } from '@roost/contract/relations';
import { dismissSuggested, listSuggested, type SuggestedUser } from '@roost/contract/users';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { server, success } from '../../../../test/support/fake-server.ts';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { bob } from '../../../../test/support/sample-posts.ts';
import { WhoToFollow } from './who-to-follow.tsx';

const profile = {
  ...bob,
  bio: 'Looks at birds.',
  coverImage: null,
  messagePreference: 'everyone',
  createdAt: '2026-01-01T00:00:00.000Z',
  isFollowRequestedByCurrentUser: false,
} as const;
const suggested: SuggestedUser = { ...profile, followersCount: 3, followingCount: 2, profile };
const isFollowed = success({ following: true, requested: false });

const followButton = () => screen.findByRole('button', { name: /^Follow ?@bob$/ });
const following = () => screen.findByRole('button', { name: /Following.*@bob/ });

test('a press on Follow shows at once that the person is followed', async () => {
  server.answer(listSuggested, () => success([suggested]));
  const { promise, resolve } = Promise.withResolvers<typeof isFollowed>();
  const asked = server.answer(follow, () => promise);
  const { user } = renderApp(<WhoToFollow />);
  await user.click(await followButton());
  await following();
  expect(asked.mock.lastCall?.[0].params).toEqual({ userId: bob._id });
  resolve(isFollowed);
  await following();
});

test('a refused follow goes back to the old state', async () => {
  server.answer(listSuggested, () => success([suggested]));
  const { promise, reject } = Promise.withResolvers<typeof isFollowed>();
  server.answer(follow, () => promise);
  const { user } = renderApp(<WhoToFollow />);
  await user.click(await followButton());
  await following();
  reject(new AppError('rate_limited'));
  await followButton();
});

test('a refused dismissal shows the person again', async () => {
  // Only the undo can show the person again, because the next list does not arrive.
  let isNext = false;
  server.answer(listSuggested, () => (isNext ? new Promise(() => {}) : success([suggested])));
  const { promise, reject } = Promise.withResolvers<never>();
  server.answer(dismissSuggested, () => promise);
  const { user } = renderApp(<WhoToFollow />);
  await user.click(await screen.findByRole('button', { name: 'Don’t suggest @bob' }));
  await screen.findByText('No suggestions found.');
  isNext = true;
  reject(new AppError('rate_limited'));
  await followButton();
});

test('a failed list can be loaded again', async () => {
  let isDown = true;
  server.answer(listSuggested, () => {
    if (isDown) throw new AppError('unavailable');
    return success([]);
  });
  const { user } = renderApp(<WhoToFollow />);
  await screen.findByText('Failed to load suggestions.');
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('No suggestions found.');
});
