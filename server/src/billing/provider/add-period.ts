import type { PlanName } from '@roost/contract/billing';

/** Adds one period to a date, by the calendar in UTC. The 31st becomes the last day of a shorter month. */
export function addPeriod(from: Date, plan: PlanName): Date {
  const months = plan === 'Monthly' ? 1 : 12;
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(to.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return to;
}
