import { expect, test } from 'vitest';
import { durationText } from './duration.ts';

test.each([
  [0, '0:00'],
  [9.9, '0:09'],
  [75, '1:15'],
  [754, '12:34'],
  [3_599, '59:59'],
  [3_675, '1:01:15'],
  [-3, '0:00'],
])('%d seconds', (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});
