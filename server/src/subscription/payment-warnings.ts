import type { Context } from '../context.ts';
import { countOpenElsewhere } from './subscription.queries.ts';

/** At the start: what whoever runs the place would rather read here than hear from members. */
export async function warnOfPayments(ctx: Context): Promise<void> {
  const { payments, isPaymentsNamed, publicUrl } = ctx.config;
  if (payments === 'sandbox' && !isPaymentsNamed && publicUrl?.startsWith('https:'))
    ctx.log.warn('PAYMENTS is not set: the sandbox gives Premium to anybody for nothing');
  for (const { provider, count } of await countOpenElsewhere(ctx, payments))
    ctx.log.warn(
      { provider, count },
      'subscriptions of a provider that is not in use can neither be asked about nor cancelled here; cards may go on being charged',
    );
}
