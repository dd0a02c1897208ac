import { expect, test } from 'vitest';
import { refreshDelay, relativeTime } from './relative-time.ts';

const now = new Date(2026, 2, 15, 12).getTime();
const ago = (milliseconds: number) => new Date(now - milliseconds).toISOString();
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test.each([
  [0, '0s'],
  [59.9 * SECOND, '59s'],
  [MINUTE, '1m'],
  [HOUR - 1, '59m'],
  [HOUR, '1h'],
  [DAY - 1, '23h'],
  [DAY, 'Mar 14'],
  [364 * DAY, 'Mar 16'],
  [365 * DAY, 'Mar 15, 2025'],
])('an age of %d ms', (age, expected) => {
  expect(relativeTime(ago(age), now)).toBe(expected);
});

test('a moment in the future reads as now', () => {
  expect(relativeTime(ago(-5 * MINUTE), now)).toBe('0s');
});

test.each(['', 'yesterday', null, undefined])('%o is not a date', (value) => {
  expect(relativeTime(value, now)).toBe('N/A');
});

test('the refresh delay ends at a full second, at or after the change of the text', () => {
  expect(refreshDelay(ago(1_500), now)).toBe(1_000);
  expect(refreshDelay(new Date(now - 1_500).toISOString(), now + 200)).toBe(800);
  expect(refreshDelay(ago(90 * SECOND), now)).toBe(30 * SECOND);
  expect(refreshDelay(ago(2 * DAY), now)).toBeUndefined();
});
