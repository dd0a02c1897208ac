import { locales } from '@roost/contract/locales';
import { expect, test } from 'vitest';
import { receiptMail } from './receipt-mail.ts';

const receipt = {
  fullName: 'Ada',
  email: 'ada@example.org',
  amount: 50_000,
  currency: 'INR',
  number: 'pay_1',
  paidAt: new Date('2026-03-04'),
  from: new Date('2026-03-04'),
  until: new Date('2026-04-04'),
  isSandbox: false,
  site: 'Roost',
};

test.each(locales.filter((locale) => locale !== 'en'))(
  'a receipt in %s names the plan in this language',
  (locale) => {
    const texts = (['Monthly', 'Annual'] as const).map((plan) => {
      const { text, html } = receiptMail({ ...receipt, plan, locale });
      expect(`${text}${html}`).not.toMatch(/Monthly|Annual/);
      return text;
    });
    expect(texts[0]).not.toBe(texts[1]);
  },
);

test('a receipt in English has the name of the plan', () => {
  expect(receiptMail({ ...receipt, plan: 'Monthly', locale: 'en' }).text).toContain('Monthly');
});
