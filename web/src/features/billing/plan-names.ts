import * as words from '#words/billing';
import type { PlanName } from '@roost/contract/billing';

/** The names of the plans in the reader's language. Those of the wire are English. */
export const planNames: Record<PlanName, string> = {
  Monthly: words.monthly,
  Annual: words.annual,
};
