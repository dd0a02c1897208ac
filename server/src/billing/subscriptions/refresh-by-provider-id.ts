import { v7 as newId } from 'uuid';
import type { Context } from '../../kernel/context.ts';
import type { KnownSubscription } from '../../platform/database/tables.ts';
import type { Order, ProviderState } from '../provider/payment-provider.ts';
import { isMember } from '../checkout/buyer.queries.ts';
import { subscriptionStatus } from './subscription-status.ts';
import {
  findByProviderId,
  insertSubscription,
  hasProviderId,
  setProviderId,
} from './subscription.queries.ts';
import { JOB_TIMEOUT_MS, refreshSubscription } from './refresh-subscription.ts';

/** Refreshes a subscription (job). Does nothing if another provider is in use now. */
export async function refreshSubscriptionById(
  ctx: Context,
  { provider, id }: { provider: string; id: string },
): Promise<void> {
  if (provider === ctx.payments.name) await refreshByProviderId(ctx, id);
}

/**
 * Refreshes a subscription by the provider's id. Adopts one without a row if it was created for a member here: the
 * creation response was lost, and a payment must not be. Returns the outcome for the event's row.
 */
export async function refreshByProviderId(ctx: Context, providerId: string): Promise<string> {
  const signal = AbortSignal.timeout(JOB_TIMEOUT_MS);
  const known =
    (await findByProviderId(ctx, ctx.payments.name, providerId)) ??
    (await adopt(ctx, providerId, signal));
  if (!known) return 'about no subscription of ours';
  return subscriptionStatus(await refreshSubscription(ctx, known, signal));
}

async function adopt(
  ctx: Context,
  providerId: string,
  signal: AbortSignal,
): Promise<KnownSubscription | undefined> {
  const state = await ctx.payments.fetchState(ctx, { id: providerId, plan: null }, signal);
  const order = state?.order;
  if (!order || !(await isMember(ctx, order.userId))) return undefined;
  const pending = await setProviderId(ctx, order.id, providerId);
  if (pending) return pending;
  const row = rowOf(ctx, order, providerId);
  const inserted = await insertSubscription(ctx, row);
  if (inserted && hasProviderId(inserted)) return inserted;
  return insertClosed(ctx, row, state, signal);
}

/** The person already has an open subscription. We cancel this one at the provider, and its payments still count. */
async function insertClosed(
  ctx: Context,
  row: ReturnType<typeof rowOf>,
  { phase }: ProviderState,
  signal: AbortSignal,
): Promise<KnownSubscription | undefined> {
  if (phase !== 'over') await ctx.payments.cancel(ctx, row.provider_id, 'now', signal);
  const now = new Date();
  const closed = await insertSubscription(ctx, {
    ...row,
    phase: 'over',
    cancelled_at: row.plan === 'Monthly' ? now : null,
    closed_at: now,
  });
  return closed && hasProviderId(closed) ? closed : undefined;
}

function rowOf(ctx: Context, { userId, plan, amount }: Order, providerId: string) {
  return {
    id: newId(),
    user_id: userId,
    plan,
    provider: ctx.payments.name,
    provider_id: providerId,
    amount,
  };
}
