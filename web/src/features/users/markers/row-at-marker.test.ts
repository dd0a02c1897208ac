import { expect, test } from 'vitest';
import { isMarkerNear, rowAtMarker } from './row-at-marker.ts';

const ids = ['9', '8', '6', '5', '4', '3'];

test.each([
  ['8', '8', 'the row of the position'],
  ['7', '6', 'the next older row, if it is gone'],
  ['2', undefined, 'no row, if all are newer'],
])('the row at %s is %s: %s', (marker, row, _why) => {
  expect(rowAtMarker(ids, marker)).toBe(row);
});

test.each([
  ['6', undefined, true],
  ['5', undefined, false],
  ['4', '6', true],
  ['9', '5', false],
  ['2', '3', false],
  // The topmost row is not in the list yet, such as a post that is being sent.
  ['6', 'temporary', true],
])('whether %s is near the row %s: %s', (marker, topmost, isNear) => {
  expect(isMarkerNear(ids, marker, topmost)).toBe(isNear);
});
