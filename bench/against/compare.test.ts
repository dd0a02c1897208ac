import { expect, test } from 'vitest';
import { compareBlocks, type Block, type Round } from './compare.ts';

const round = (cost: number, statements = 3): Round => ({ cost, statements });

test('requests that cost twice as much have a ratio of two', () => {
  const block: Block = { before: [round(1), round(1.5)], now: [round(2), round(3)] };
  const found = compareBlocks('a thing', [block, block, block, block, block]);
  expect(found).toMatchObject({
    ratio: expect.closeTo(2),
    low: expect.closeTo(2),
    high: expect.closeTo(2),
  });
});

test('a difference between starts widens the interval', () => {
  const starts = [0.9, 1, 1.1, 0.95, 1.05];
  const blocks = starts.map((now): Block => {
    const rounds = Array.from({ length: 40 }, () => round(now));
    return { before: rounds.map(() => round(1)), now: rounds };
  });
  const { ratio, low, high } = compareBlocks('a thing', blocks);
  expect(ratio).toBeCloseTo(1, 1);
  expect(high - low).toBeGreaterThan(0.15);
});

test('the comparison shows the medians of the statements', () => {
  const block: Block = { before: [round(1, 9)], now: [round(1, 10)] };
  expect(compareBlocks('a thing', [block, block]).statements).toEqual({ before: 9, now: 10 });
});

test('a round without processor time is refused', () => {
  const block: Block = { before: [round(0)], now: [round(1)] };
  expect(() => compareBlocks('a thing', [block, block])).toThrow('too short');
});
