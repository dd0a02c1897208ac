import { expect, test } from 'vitest';
import { isBeingSent } from './being-sent.ts';

const row = (key: string, mark?: 'sending' | 'failed') => ({ key, mark });

test('what one sends, or sends again, is being sent from then on', () => {
  expect(isBeingSent([row('a'), row('mine', 'sending')], [row('a')])).toBe(true);
  expect(isBeingSent([row('mine', 'sending')], [row('mine', 'failed')])).toBe(true);
});

test('while it waits, what comes in above it or goes from below it is nothing one sends', () => {
  const waiting = [row('a'), row('mine', 'sending')];
  expect(isBeingSent([row('a'), row('b'), row('mine', 'sending')], waiting)).toBe(false);
  expect(isBeingSent([row('older'), ...waiting], waiting)).toBe(false);
  expect(isBeingSent(waiting, [...waiting, row('refused', 'failed')])).toBe(false);
  expect(isBeingSent([row('a')], waiting)).toBe(false);
});
