import type { PlanName } from '@roost/contract/subscription';
import { escapeHtml } from '../html-text.ts';
import type { Mail } from '../mail/mailer.ts';
import { oneLine } from '../mail/plain-text.ts';
import { inRupees, onDay } from '../payments/money.ts';

export function receiptMail(input: {
  fullName: string;
  email: string;
  plan: PlanName;
  /** In paise. */
  amount: number;
  currency: string;
  number: string;
  paidAt: Date;
  from: Date;
  until: Date;
  isPlay: boolean;
}): Mail {
  const rows = [
    ['For', `Roost Premium, ${input.plan}`],
    ['Amount', inRupees(input.amount, input.currency)],
    ['Paid on', onDay(input.paidAt)],
    ['Period', `${onDay(input.from)} to ${onDay(input.until)}`],
    ['Payment', oneLine(input.number)],
  ] as const;
  const hello = `Hello ${oneLine(input.fullName)},`;
  const thanks = 'thank you. This is the receipt for your payment.';
  const note = input.isPlay ? ['This was a test: no money was taken.'] : [];
  return {
    to: { name: oneLine(input.fullName), address: input.email },
    subject: 'Receipt for Roost Premium',
    text: [
      hello,
      thanks,
      rows.map(([name, value]) => `${name}: ${value}`).join('\n'),
      ...note,
    ].join('\n\n'),
    html: [
      ...[hello, thanks].map((line) => `<p>${escapeHtml(line)}</p>`),
      '<table>',
      ...rows.map(
        ([name, value]) =>
          `<tr><th align="left">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`,
      ),
      '</table>',
      ...note.map((line) => `<p>${escapeHtml(line)}</p>`),
    ].join('\n'),
  };
}
