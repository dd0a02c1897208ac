import type { Plan } from '@roost/contract/subscription';

const rupees = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2 });
/** Periods are counted by days in UTC, as on receipts. */
const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** 480 → 'Rs 480'. */
export function inRupees(amount: number): string {
  return `Rs ${rupees.format(amount)}`;
}

/** What was paid, in whatever it was paid in. */
export function inMoney(amount: number, currency: string): string {
  return currency === 'INR' ? inRupees(amount) : `${amount} ${currency}`;
}

export function inWords(iso: string): string {
  return longDate.format(new Date(iso));
}

/** What a year of the monthly plan costs, and how much of that the annual one saves in whole percent. */
export function savingOf(monthly: Plan, annual: Plan): { yearly: number; percent: number } {
  const yearly = 12 * monthly.price;
  return { yearly, percent: Math.floor((1 - annual.price / yearly) * 100 + 1e-9) };
}
