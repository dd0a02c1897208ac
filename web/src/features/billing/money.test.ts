import type { Plan } from '@roost/contract/billing';
import { expect, test } from 'vitest';
import { inRupees, savingOf } from './money.ts';

const plan = (price: number): Plan => ({
  id: '',
  name: 'Monthly',
  price,
  duration: 'month',
  buttonText: '',
});

test.each([
  [50, 480, { yearly: 600, percent: 20 }],
  [50, 600, { yearly: 600, percent: 0 }],
  [99, 999, { yearly: 1_188, percent: 15 }],
])('%d a month and %d a year', (monthly, annual, saving) => {
  expect(savingOf(plan(monthly), plan(annual))).toEqual(saving);
});

test('formats rupees', () => {
  expect(inRupees(480)).toBe('Rs 480');
  expect(inRupees(123_456)).toBe('Rs 1,23,456');
});
