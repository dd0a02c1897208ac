import { expect, test } from 'vitest';
import { drawnPlaces, indexAt, nearest } from './carousel.ts';

test('past the last comes the first, before the first the last', () => {
  expect([-5, -1, 0, 3, 4, 9].map((position) => indexAt(position, 4))).toEqual([3, 3, 0, 3, 0, 1]);
});

test('neighbours are drawn ahead, but one alone has none', () => {
  expect(drawnPlaces(0, 3)).toEqual([-1, 0, 1]);
  expect(drawnPlaces(0, 1)).toEqual([0]);
});

test('Home and End stay within the round one is in', () => {
  expect(nearest(6, 0, 4)).toBe(4);
  expect(nearest(-1, 3, 4)).toBe(-1);
  expect(indexAt(nearest(-7, 2, 4), 4)).toBe(2);
});
