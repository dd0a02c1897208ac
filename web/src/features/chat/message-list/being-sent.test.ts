import { expect, test } from 'vitest';
import { isBeingSent } from './being-sent.ts';

const row = (key: string, status?: 'sending' | 'failed') => ({ key, status });

test('a new last row that is sending, or sending again, counts', () => {
  expect(isBeingSent([row('a'), row('mine', 'sending')], [row('a')])).toBe(true);
  expect(isBeingSent([row('mine', 'sending')], [row('mine', 'failed')])).toBe(true);
});

test('other rows that come or go while it waits do not count', () => {
  const waiting = [row('a'), row('mine', 'sending')];
  expect(isBeingSent([row('a'), row('b'), row('mine', 'sending')], waiting)).toBe(false);
  expect(isBeingSent([row('older'), ...waiting], waiting)).toBe(false);
  expect(isBeingSent(waiting, [...waiting, row('refused', 'failed')])).toBe(false);
  expect(isBeingSent([row('a')], waiting)).toBe(false);
});
