import type { Context } from '../../kernel/context.ts';
import { countAtOtherProviders } from './reconcile.queries.ts';

/** Logs risky payment settings at the start, so that operators notice them before members do. */
export async function warnOfPayments(ctx: Context): Promise<void> {
  const { payments, publicUrl } = ctx.config;
  if (payments === 'sandbox' && publicUrl?.startsWith('https:'))
    ctx.log.warn('PAYMENTS=sandbox gives Premium to anybody for nothing');
  for (const { provider, count } of await countAtOtherProviders(ctx, payments))
    ctx.log.warn(
      { provider, count },
      'subscriptions of a provider that is not in use can neither be asked about nor cancelled here; cards may go on being charged',
    );
}
