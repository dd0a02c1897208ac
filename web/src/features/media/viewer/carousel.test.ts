import { expect, test } from 'vitest';
import { renderedPositions, indexAt, nearest } from './carousel.ts';

test('the first follows the last, and the last precedes the first', () => {
  expect([-5, -1, 0, 3, 4, 9].map((position) => indexAt(position, 4))).toEqual([3, 3, 0, 3, 0, 1]);
});

test('renders the neighbours, but a single item has none', () => {
  expect(renderedPositions(0, 3)).toEqual([-1, 0, 1]);
  expect(renderedPositions(0, 1)).toEqual([0]);
});

test('Home and End stay within the current round', () => {
  expect(nearest(6, 0, 4)).toBe(4);
  expect(nearest(-1, 3, 4)).toBe(-1);
  expect(indexAt(nearest(-7, 2, 4), 4)).toBe(2);
});
