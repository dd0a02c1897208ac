import { AppError } from '@roost/contract/errors';
import type { Plan, PlanName } from '@roost/contract/billing';
import type { Context } from '../../kernel/context.ts';

/** The plans on sale. The server sets the prices, and ignores those of clients. */
export function plansOf({ config }: Context): Record<PlanName, Plan> {
  const { monthly, annual } = config.prices;
  return {
    Monthly: {
      id: 'premium_monthly',
      name: 'Monthly',
      price: monthly,
      duration: 'month',
      buttonText: `Rs ${monthly} a month`,
    },
    Annual: {
      id: 'premium_annual',
      name: 'Annual',
      price: annual,
      duration: 'year',
      buttonText: `Rs ${annual} a year`,
    },
  };
}

/** Finds the plan that a client names by our id, its word or the provider's id. Throws bad_input if there is none. */
export function resolvePlan(ctx: Context, planId: string): Plan {
  const plans = Object.values(plansOf(ctx));
  const found = plans.find(
    ({ id, name }) =>
      planId === id || planId === name.toUpperCase() || planId === ctx.payments.planId(name),
  );
  if (found) return found;
  const message = 'There is no such plan.';
  throw new AppError('bad_input', { message, fields: [{ path: 'planId', message }] });
}
