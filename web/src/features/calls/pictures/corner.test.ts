import { expect, test } from 'vitest';
import { cornerByKey, corners, nearestCorner, nextCorner, type Corner } from './corner.ts';

test('the nearest corner of a point is found', () => {
  const window = { width: 400, height: 800 };
  expect(nearestCorner({ x: 10, y: 10 }, window)).toBe('top left');
  expect(nearestCorner({ x: 201, y: 399 }, window)).toBe('top right');
  expect(nearestCorner({ x: 199, y: 401 }, window)).toBe('bottom left');
  expect(nearestCorner({ x: 900, y: 900 }, window)).toBe('bottom right');
});

test('an arrow key moves along one side', () => {
  const after = (keys: string[]) =>
    keys.reduce<Corner>((corner, key) => cornerByKey(corner, key) ?? corner, 'bottom right');
  expect(after(['ArrowUp'])).toBe('top right');
  expect(after(['ArrowUp', 'ArrowLeft'])).toBe('top left');
  expect(after(['ArrowLeft', 'ArrowLeft', 'ArrowDown'])).toBe('bottom left');
  expect(after(['ArrowRight'])).toBe('bottom right');
  expect(cornerByKey('top left', 'Enter')).toBeUndefined();
});

test('repeated presses visit all four corners', () => {
  const seen = new Set<Corner>();
  for (let corner: Corner = 'top left', n = 0; n < 4; n += 1)
    seen.add((corner = nextCorner(corner)));
  expect(seen.size).toBe(corners.length);
});
