import { wordsIn } from '#words/billing';
import type { PlanName } from '@roost/contract/billing';
import { escapeHtml } from '../../lib/html-text.ts';
import type { Mail } from '../../kernel/ports.ts';
import { langAttributes, type Locale } from '../../platform/locale.ts';
import { oneLine } from '../../platform/mail/plain-text.ts';
import { inRupees, onDay } from '../provider/format-money.ts';
import { planNameIn } from '../provider/plan-name.ts';

interface Receipt {
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
  isSandbox: boolean;
  site: string;
  locale: Locale;
}

export function receiptMail(input: Receipt): Mail {
  const { locale, site } = input;
  const words = wordsIn(locale);
  const [from, until] = [onDay(input.from, locale), onDay(input.until, locale)];
  const rows = [
    [words.for, words.premiumPlan({ site, plan: planNameIn(input.plan, locale) })],
    [words.amount, inRupees(input.amount, locale, input.currency)],
    [words.paidOn, onDay(input.paidAt, locale)],
    [words.period, words.fromTo({ from, until })],
    [words.payment, oneLine(input.number)],
  ] as const;
  const hello = words.hello({ name: oneLine(input.fullName) });
  const note = input.isSandbox ? [words.test] : [];
  return {
    to: { name: oneLine(input.fullName), address: input.email },
    locale,
    subject: words.receiptSubject({ site }),
    text: [
      hello,
      words.thankYou,
      rows.map(([name, value]) => words.row({ name, value })).join('\n'),
      ...note,
    ].join('\n\n'),
    html: [
      `<div ${langAttributes(locale)}>`,
      ...[hello, words.thankYou].map((line) => `<p>${escapeHtml(line)}</p>`),
      '<table>',
      ...rows.map(
        ([name, value]) =>
          `<tr><th align="left">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`,
      ),
      '</table>',
      ...note.map((line) => `<p>${escapeHtml(line)}</p>`),
      '</div>',
    ].join('\n'),
  };
}
