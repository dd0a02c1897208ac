import { expect, test } from 'vitest';
import { LostPictures } from './lost-pictures.ts';

test('a URL counts as first lost only once', () => {
  const lost = new LostPictures(3);
  expect([lost.isFirst('a'), lost.isFirst('a'), lost.isFirst('b')]).toEqual([true, false, true]);
});

test('only the latest URLs are remembered, until forget()', () => {
  const lost = new LostPictures(2);
  for (const url of ['a', 'b', 'c']) lost.isFirst(url);
  expect(lost.isFirst('c')).toBe(false);
  expect(lost.isFirst('a')).toBe(true);
  lost.forget();
  expect(lost.isFirst('c')).toBe(true);
});
