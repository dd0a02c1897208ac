import { expect, test } from 'vitest';
import { clock } from './clock.ts';

test.each([
  [0.4, '0:00'],
  [7, '0:07'],
  [59.6, '1:00'],
  [754, '12:34'],
  [3723, '1:02:03'],
])('%d s is %s', (seconds, words) => {
  expect(clock(seconds)).toBe(words);
});
