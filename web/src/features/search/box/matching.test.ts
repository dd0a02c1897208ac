import { expect, test } from 'vitest';
import { asksForName } from '../asks-for-name.ts';
import { matchingPeople, matchingTags } from './matching.ts';

const person = (fullName: string, username: string) => ({
  _id: username,
  fullName,
  username,
  avatar: '',
  bio: '',
  followersCount: 0,
  followingCount: 0,
  isFollowingByCurrentUser: false,
  isFollowRequestedByCurrentUser: false,
  premium: { isActive: false },
});
const people = [person('Zoë Frost', 'zo_99'), person('Mara', 'mara_snow')];

test.each([
  ['zo', ['zo_99']],
  ['ZOE fr', ['zo_99']],
  ['@zo_9', ['zo_99']],
  ['99', ['zo_99']],
  ['snow m', ['mara_snow']],
  ['@mara_s', ['mara_snow']],
  ['rost', []],
  ['zoe snow', []],
])('%s begins the names of %j', (text, usernames) => {
  expect(matchingPeople(people, text).map(({ username }) => username)).toEqual(usernames);
});

test.each([
  ['#fro', ['FrostNight', 'frog']],
  ['＃FROST', ['FrostNight']],
  ['frost n', ['FrostNight']],
  ['#', ['FrostNight', 'frog', 'snow']],
  ['now', []],
])('%s begins the hashtags %j', (text, tags) => {
  const trending = ['FrostNight', 'frog', 'snow'].map((_id) => ({ _id, count: 1 }));
  expect(matchingTags(trending, text).map(({ _id }) => _id)).toEqual(tags);
});

test('a name has at least two characters, and a hashtag is no name', () => {
  expect(['th', '森林', '@th'].filter(asksForName)).toHaveLength(3);
  expect(['t', '', '#th', '＃th'].filter(asksForName)).toEqual([]);
});
