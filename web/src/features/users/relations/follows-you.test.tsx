import type { UserCard } from '@roost/contract/users';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { bob } from '../../../../test/support/sample-posts.ts';
import { HoverCard } from '../hover-card/hover-card.tsx';
import { ProfileHeader } from '../profile/profile-header.tsx';

const card: UserCard = {
  ...bob,
  bio: '',
  followersCount: 1,
  followingCount: 0,
  isFollowRequestedByCurrentUser: false,
};
const createdAt = '2026-03-04T10:00:00.000Z';

test.each([
  [true, 2],
  [false, 0],
])('profile and hover card say who follows the viewer (%s)', (followsCurrentUser, times) => {
  const person = { ...card, coverImage: null, links: [], createdAt, followsCurrentUser };
  renderApp(
    <>
      <HoverCard user={person} createdAt={createdAt} onLeave={() => {}} />
      <ProfileHeader person={person} bio="" />
    </>,
  );
  expect(screen.getAllByText('@bob').length).toBeGreaterThan(1);
  expect(screen.queryAllByText('Follows you')).toHaveLength(times);
});
