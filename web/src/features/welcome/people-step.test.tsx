import { listKeptFeeds } from '@roost/contract/kept-feeds';
import { listHashtag } from '@roost/contract/search';
import { listSuggested, type SuggestedUser } from '@roost/contract/users';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { server, success } from '../../../test/support/fake-server.ts';
import { renderApp } from '../../../test/support/render-app.tsx';
import { sampleId } from '../../../test/support/sample-id.ts';
import { bob, samplePost } from '../../../test/support/sample-posts.ts';
import { PeopleStep } from './people-step.tsx';

function suggested(username: string, change: Partial<SuggestedUser> = {}): SuggestedUser {
  const card = {
    _id: sampleId(username),
    username,
    fullName: username,
    avatar: null,
    bio: '',
    premium: { isActive: false },
  };
  return {
    ...card,
    followersCount: 0,
    followingCount: 0,
    isFollowingByCurrentUser: false,
    isFollowRequestedByCurrentUser: false,
    profile: {
      ...card,
      coverImage: null,
      messagePreference: 'everyone',
      createdAt: '2026-03-01T12:00:00.000Z',
    },
    ...change,
  };
}

const pagination = { currentPage: 1, totalPages: 1, totalPosts: 1, nextCursor: null };

test('each person shows why they are here, and those who show nothing of themselves come last', async () => {
  const feed = { _id: sampleId('feed'), hashtag: 'Bees', query: null };
  server.answer(listKeptFeeds, () => success({ feeds: [feed] }));
  server.answer(listHashtag, () =>
    success({ posts: [samplePost(sampleId('post'), { ownerid: bob })], pagination }),
  );
  server.answer(listSuggested, () =>
    success([
      suggested('quiet'),
      suggested('known', { followersCount: 3 }),
      suggested('cyd', { bio: 'Looks at birds.' }),
      suggested('bob', { bio: 'Keeps bees.' }),
    ]),
  );
  renderApp(<PeopleStep />);
  await screen.findByText('Looks at birds.');
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows).toEqual([
    expect.stringMatching(/@bob.*Keeps bees\..*Writes with #Bees/),
    expect.stringMatching(/@cyd.*Looks at birds\./),
    expect.stringMatching(/@quiet.*Joined March 2026/),
    expect.stringMatching(/@known.*3 followers/),
  ]);
});
