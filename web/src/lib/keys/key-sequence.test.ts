import { expect, test } from 'vitest';
import { keyPrefix } from './key-sequence.ts';

test('a key soon after the prefix joins it, and the key after that stands alone', () => {
  const prefix = keyPrefix('g', 1_500);
  expect(prefix.join('g', 100)).toBeUndefined();
  expect(prefix.join('h', 1_600)).toBe('g h');
  expect(prefix.join('h', 1_700)).toBe('h');
});

test('a key long after the prefix stands alone', () => {
  const prefix = keyPrefix('g', 1_500);
  prefix.join('g', 100);
  expect(prefix.join('h', 1_601)).toBe('h');
});

test('a repeated prefix is no new prefix', () => {
  const prefix = keyPrefix('g', 1_500);
  prefix.join('g', 0);
  expect(prefix.join('g', 10)).toBe('g g');
  expect(prefix.join('h', 20)).toBe('h');
});

test('a forgotten prefix joins nothing', () => {
  const prefix = keyPrefix('g', 1_500);
  prefix.join('g', 0);
  prefix.forget();
  expect(prefix.join('h', 10)).toBe('h');
});
