import { expect, test } from 'vitest';
import { keepPositions } from './suggested.query.ts';

const people = (names: string, followed = '') =>
  [...names].map((_id) => ({ _id, isFollowingByCurrentUser: followed.includes(_id) }));
const names = (list: { _id: string }[]) => list.map(({ _id }) => _id).join('');

test('the first answer is the list', () => {
  expect(names(keepPositions([], people('abcde')))).toBe('abcde');
});

test('a followed person keeps their position, and nothing else moves', () => {
  expect(names(keepPositions(people('abcde', 'b'), people('acdef')))).toBe('abcde');
});

test('people who are no longer suggested leave, and new people come last', () => {
  expect(names(keepPositions(people('abcde'), people('bdfgh')))).toBe('bdfgh');
  expect(names(keepPositions(people('acde'), people('acdef')))).toBe('acdef');
});
