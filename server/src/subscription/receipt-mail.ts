import type { PlanName } from '@roost/contract/subscription';
import { escapeHtml } from '../html-text.ts';
import type { Mail } from '../mail/mailer.ts';
import { oneLine } from '../mail/plain-text.ts';

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

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
  const sum = (input.amount / 100).toFixed(2);
  const rows = [
    ['For', `Roost Premium, ${input.plan}`],
    ['Amount', input.currency === 'INR' ? `Rs ${sum}` : `${sum} ${input.currency}`],
    ['Paid on', day.format(input.paidAt)],
    ['Period', `${day.format(input.from)} to ${day.format(input.until)}`],
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
