import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { removePerson } from './people-lists.ts';
import { userKeys } from './user-keys.ts';

const people = (...ids: string[]) => ids.map((_id) => ({ _id, username: _id }));

function filled() {
  const client = new QueryClient();
  client.setQueryData(userKeys.suggested, people('a', 'b', 'c'));
  client.setQueryData(userKeys.follows('z', 'followers'), {
    pages: [{ users: people('b', 'd') }, { users: people('e', 'f') }],
    pageParams: [null, 'next'],
  });
  client.setQueryData(['users', 'list', 'other'], people('x'));
  client.setQueryData(userKeys.blocked, people('b'));
  return client;
}

const shown = (client: QueryClient) =>
  JSON.stringify(client.getQueriesData({ queryKey: userKeys.all }).map(([, data]) => data));

test('a person leaves every list, and no other data changes', () => {
  const client = filled();
  const other = client.getQueryData(['users', 'list', 'other']);
  removePerson(client, 'b');
  expect(client.getQueryData(userKeys.suggested)).toEqual(people('a', 'c'));
  expect(client.getQueryData(userKeys.follows('z', 'followers'))).toMatchObject({
    pages: [{ users: people('d') }, { users: people('e', 'f') }],
  });
  expect(client.getQueryData(['users', 'list', 'other'])).toBe(other);
  expect(client.getQueryData(userKeys.blocked)).toEqual(people('b'));
});

test('a person can leave the lists under one key only', () => {
  const client = filled();
  removePerson(client, 'b', userKeys.suggested);
  expect(client.getQueryData(userKeys.suggested)).toEqual(people('a', 'c'));
  expect(client.getQueryData(userKeys.follows('z', 'followers'))).toMatchObject({
    pages: [{ users: people('b', 'd') }, { users: people('e', 'f') }],
  });
});

test('undo restores the person to each position, once', () => {
  for (const id of ['a', 'b', 'c', 'd', 'f']) {
    const client = filled();
    const before = shown(client);
    const undo = removePerson(client, id);
    expect(shown(client)).not.toBe(before);
    undo();
    undo();
    expect(shown(client)).toBe(before);
  }
});
