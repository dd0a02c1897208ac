import { AppError } from '@roost/contract/errors';
import type { Plan, PlanName } from '@roost/contract/subscription';
import type { Context } from '../context.ts';

/** What there is to buy; prices are the server's own, and no client's to say. */
export function plansOf({ config }: Context): Record<PlanName, Plan> {
  const { monthly, annual } = config.prices;
  return {
    Monthly: {
      id: 'premium_monthly',
      name: 'Monthly',
      price: monthly,
      duration: 'month',
      buttonText: `Get Premium for Rs ${monthly} a month`,
    },
    Annual: {
      id: 'premium_annual',
      name: 'Annual',
      price: annual,
      duration: 'year',
      buttonText: `Get Premium for Rs ${annual} a year`,
    },
  };
}

/** The plan a client names, by our id of it, its word, or the provider's own id. */
export function planNamed(ctx: Context, planId: string): Plan {
  const plans = Object.values(plansOf(ctx));
  const found = plans.find(
    ({ id, name }) =>
      planId === id || planId === name.toUpperCase() || planId === ctx.payments.planId(name),
  );
  if (found) return found;
  const message = 'There is no such plan.';
  throw new AppError('bad_input', { message, fields: [{ path: 'planId', message }] });
}
