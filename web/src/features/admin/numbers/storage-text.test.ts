import { expect, test } from 'vitest';
import { storageText } from './storage-text.ts';

test.each([
  [0, '0 MB'],
  [1_540_000, '1.5 MB'],
  [999_949_999, '999.9 MB'],
  [2_340_000_000, '2.3 GB'],
  [5_120_000_000_000, '5,120 GB'],
])('%d bytes are %s', (bytes, text) => {
  expect(storageText(bytes)).toBe(text);
});
