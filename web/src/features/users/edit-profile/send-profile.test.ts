import { expect, test } from 'vitest';
import { changedText } from './send-profile.ts';

const user = { fullName: 'Mara Ohlsson', bio: 'Keeps bees.', links: [] };
const typed = { ...user, links: '' };

test('sends only the changed fields', () => {
  expect(changedText(user, typed)).toEqual({});
  expect(
    changedText(user, { fullName: ' Mara Ohlsson ', bio: 'Keeps bees.\n', links: '\n' }),
  ).toEqual({});
  expect(changedText(user, { ...typed, bio: 'Keeps wasps.' })).toEqual({ bio: 'Keeps wasps.' });
  expect(changedText(user, { ...typed, fullName: 'Mara', bio: '' })).toEqual({
    fullName: 'Mara',
    bio: '',
  });
  const url = 'https://bees.example/';
  expect(changedText(user, { ...typed, links: `${url}\n\n` })).toEqual({
    links: JSON.stringify([url]),
  });
  const linked = { ...user, links: [{ url, verified: false }] };
  expect(changedText(linked, { ...typed, links: url })).toEqual({});
  expect(changedText(linked, typed)).toEqual({ links: '[]' });
});
