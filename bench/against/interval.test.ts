import { expect, test } from 'vitest';
import { intervalOf } from './interval.ts';

test('the interval of ten ratios is that of Student’s t', () => {
  const logs = [-2, -1, -1, 0, 0, 0, 0, 1, 1, 2].map((each) => each / 100);
  const { ratio, low, high } = intervalOf(logs.map(Math.exp));
  expect(ratio).toBeCloseTo(1, 6);
  // t is 2.2622 for nine degrees of freedom, and the standard deviation is 0.011547.
  const half = (2.2622 * 0.011547) / Math.sqrt(10);
  expect(Math.log(high)).toBeCloseTo(half, 4);
  expect(Math.log(low)).toBeCloseTo(-half, 4);
});

test('equal ratios leave no doubt, and one ratio has no interval', () => {
  expect(intervalOf([2, 2, 2])).toEqual({
    ratio: expect.closeTo(2),
    low: expect.closeTo(2),
    high: expect.closeTo(2),
  });
  expect(() => intervalOf([1])).toThrow('two ratios');
});

test('the interval of five ratios is wider, as Student’s t is', () => {
  const { high } = intervalOf([-1, -1, 0, 1, 1].map((each) => Math.exp(each / 100)));
  // t is 2.7764 for four degrees of freedom, and the standard deviation is 0.01.
  expect(Math.log(high) / ((2.7764 * 0.01) / Math.sqrt(5))).toBeCloseTo(1, 2);
});
