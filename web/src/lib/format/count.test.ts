import { expect, test } from 'vitest';
import { fullCount, shortCount } from './count.ts';

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1K'],
  [1249, '1.2K'],
  [10_950, '10.9K'],
  [999_999, '999.9K'],
  [1_000_000, '1M'],
])('%d is shortened to %s', (count, expected) => {
  expect(shortCount(count)).toBe(expected);
});

test('the full number has a comma at the thousands', () => {
  expect(fullCount(1_234_567)).toBe('1,234,567');
});
