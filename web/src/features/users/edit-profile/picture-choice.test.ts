import { expect, test } from 'vitest';
import { turnedBox } from './crop-picture.ts';
import { problemWithPicture } from './picture-choice.ts';

const MB = 1_048_576;
const picture = (change: Partial<Pick<File, 'name' | 'type' | 'size'>> = {}) => ({
  name: 'me.jpg',
  type: 'image/jpeg',
  size: 3 * MB,
  ...change,
});

test('accepts a picture within the limit, also with an unknown type', () => {
  expect(problemWithPicture(picture({ size: 5 * MB }), 5 * MB)).toBeUndefined();
  expect(problemWithPicture(picture({ name: 'me.avif', type: '' }), 5 * MB)).toBeUndefined();
  expect(problemWithPicture(picture({ size: 50 * MB }), undefined)).toBeUndefined();
});

test('explains why it rejects other files', () => {
  expect(problemWithPicture(picture({ size: 5 * MB + 1 }), 5 * MB)).toBe(
    'me.jpg is too large (5.1 MB). Pictures can have up to 5 MB.',
  );
  for (const type of ['video/mp4', 'image/svg+xml', 'application/pdf'])
    expect(problemWithPicture(picture({ type }), 5 * MB)).toContain('can’t be used');
  expect(problemWithPicture(picture({ size: 0 }), 5 * MB)).toBe('me.jpg is empty.');
});

test('computes the bounding box of a turned picture', () => {
  const quarter = turnedBox(300, 100, Math.PI / 2);
  expect([Math.round(quarter.width), Math.round(quarter.height)]).toEqual([100, 300]);
  const whole = turnedBox(300, 100, 2 * Math.PI);
  expect([Math.round(whole.width), Math.round(whole.height)]).toEqual([300, 100]);
  expect(turnedBox(100, 100, Math.PI / 4).width).toBeCloseTo(141.42, 2);
});
