import { expect, test } from 'vitest';
import { changedText } from './send-profile.ts';

const user = { fullName: 'Mara Ohlsson', bio: 'Keeps bees.' };

test('sends only the changed fields', () => {
  expect(changedText(user, user)).toEqual({});
  expect(changedText(user, { fullName: ' Mara Ohlsson ', bio: 'Keeps bees.\n' })).toEqual({});
  expect(changedText(user, { ...user, bio: 'Keeps wasps.' })).toEqual({ bio: 'Keeps wasps.' });
  expect(changedText(user, { fullName: 'Mara', bio: '' })).toEqual({ fullName: 'Mara', bio: '' });
});
