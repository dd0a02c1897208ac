import { wordsIn } from '#words/billing';
import type { PlanName } from '@roost/contract/billing';
import type { Locale } from '../../platform/locale.ts';

/** The name of a plan in the reader's language. That of the wire is English. */
export function planNameIn(plan: PlanName, locale: Locale): string {
  const words = wordsIn(locale);
  return { Monthly: words.monthly, Annual: words.annual }[plan];
}
