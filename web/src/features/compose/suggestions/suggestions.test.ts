import type { UserCard } from '@roost/contract/users';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { showBlocked } from '../../users/relations/block.ts';
import { suggestionsQuery } from './suggestions.query.ts';

function card(_id: string, username: string): UserCard {
  return {
    _id,
    username,
    fullName: '',
    avatar: '',
    premium: { isActive: false },
    isFollowingByCurrentUser: false,
    isFollowRequestedByCurrentUser: false,
    bio: '',
    followersCount: 0,
    followingCount: 0,
  };
}

test('omits a blocked person, and offers them again if the block fails', () => {
  const client = new QueryClient();
  const query = suggestionsQuery({ kind: '@', query: '' });
  client.setQueryData(query.queryKey, [card('b', 'bob'), card('a', 'alice')]);
  const offered = () =>
    new QueryObserver(client, query).getCurrentResult().data?.map(({ text }) => text);
  expect(offered()).toEqual(['@bob', '@alice']);
  const undo = showBlocked(client, 'b', true);
  expect(offered()).toEqual(['@alice']);
  undo();
  expect(offered()).toEqual(['@bob', '@alice']);
});

test('offers hashtags with their sign', () => {
  const client = new QueryClient();
  const query = suggestionsQuery({ kind: '#', query: 'fr' });
  client.setQueryData(query.queryKey, [{ _id: 'frost' }]);
  expect(new QueryObserver(client, query).getCurrentResult().data).toEqual([
    { key: 'frost', text: '#frost' },
  ]);
});
