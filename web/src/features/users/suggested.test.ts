import { expect, test } from 'vitest';
import { inPlace } from './suggested.query.ts';

const people = (names: string, followed = '') =>
  [...names].map((_id) => ({ _id, isFollowingByCurrentUser: followed.includes(_id) }));
const names = (list: { _id: string }[]) => list.map(({ _id }) => _id).join('');

test('the first answer is the list', () => {
  expect(names(inPlace([], people('abcde')))).toBe('abcde');
});

test('who was followed stays where they are, and nothing else moves', () => {
  expect(names(inPlace(people('abcde', 'b'), people('acdef')))).toBe('abcde');
});

test('who is no longer suggested goes, and new people take the places at the end', () => {
  expect(names(inPlace(people('abcde'), people('bdfgh')))).toBe('bdfgh');
  expect(names(inPlace(people('acde'), people('acdef')))).toBe('acdef');
});
