import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { showBlocked } from '../../users/block.ts';
import { alice, bob } from '../sample-posts.ts';
import { suggestionsQuery } from './suggestions.query.ts';

const card = (person: typeof bob) => ({ ...person, bio: '', followersCount: 0, followingCount: 0 });

test('a blocked person is no longer offered, and again when the block fails', () => {
  const client = new QueryClient();
  const query = suggestionsQuery({ kind: '@', query: '' });
  client.setQueryData(query.queryKey, [card(bob), card(alice)]);
  const offered = () =>
    new QueryObserver(client, query).getCurrentResult().data?.map(({ text }) => text);
  expect(offered()).toEqual(['@bob', '@alice']);
  const undo = showBlocked(client, 'b', true);
  expect(offered()).toEqual(['@alice']);
  undo();
  expect(offered()).toEqual(['@bob', '@alice']);
});

test('hashtags are offered with their sign', () => {
  const client = new QueryClient();
  const query = suggestionsQuery({ kind: '#', query: 'fr' });
  client.setQueryData(query.queryKey, [{ _id: 'frost' }]);
  expect(new QueryObserver(client, query).getCurrentResult().data).toEqual([
    { key: 'frost', text: '#frost' },
  ]);
});
