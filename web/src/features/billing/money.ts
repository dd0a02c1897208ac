import * as words from '#words/billing';
import { dateFormat, rupeeFormat } from '../../lib/locale.ts';
import type { Plan } from '@roost/contract/billing';

const rupees = rupeeFormat();
/** Billing periods use UTC days, like the receipts. */
const longDate = dateFormat({ dateStyle: 'long', timeZone: 'UTC' });

/** 480 → 'Rs 480'. */
export function inRupees(amount: number): string {
  return words.rupees({ amount: rupees.format(amount) });
}

/** Formats an amount in the currency of the payment. */
export function inMoney(amount: number, currency: string): string {
  return currency === 'INR' ? inRupees(amount) : `${amount} ${currency}`;
}

export function longDateOf(iso: string): string {
  return longDate.format(new Date(iso));
}

/** The price of twelve months on the monthly plan, and the annual plan's saving in whole percent. */
export function savingOf(monthly: Plan, annual: Plan): { yearly: number; percent: number } {
  const yearly = 12 * monthly.price;
  return { yearly, percent: Math.floor((1 - annual.price / yearly) * 100 + 1e-9) };
}
