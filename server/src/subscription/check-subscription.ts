import { v7 as newId } from 'uuid';
import type { Context } from '../context.ts';
import type { KnownSubscription } from '../db/tables.ts';
import type { Order, ProviderState } from '../payments/payment-provider.ts';
import { isMember } from './buyer.queries.ts';
import { standingOf } from './standing.ts';
import {
  findByProvider,
  insertSubscription,
  isKnown,
  nameAtProvider,
} from './subscription.queries.ts';
import { JOB_PATIENCE, syncSubscription } from './sync-subscription.ts';

/** As a job. */
export async function checkSubscription(
  ctx: Context,
  { provider, id }: { provider: string; id: string },
): Promise<void> {
  if (provider === ctx.payments.name) await checkByProvider(ctx, id);
}

/**
 * Takes over how a subscription stands, by the provider's id of it. One we have no row of, but which was made for
 * somebody here, gets its row: an answer to us was lost, and what is paid must not be. Says what came of it.
 */
export async function checkByProvider(ctx: Context, providerId: string): Promise<string> {
  const signal = AbortSignal.timeout(JOB_PATIENCE);
  const known =
    (await findByProvider(ctx, ctx.payments.name, providerId)) ??
    (await adopt(ctx, providerId, signal));
  if (!known) return 'about no subscription of ours';
  return standingOf(await syncSubscription(ctx, known, signal));
}

async function adopt(
  ctx: Context,
  providerId: string,
  signal: AbortSignal,
): Promise<KnownSubscription | undefined> {
  const state = await ctx.payments.look(ctx, { id: providerId, plan: null }, signal);
  const order = state?.order;
  if (!order || !(await isMember(ctx, order.userId))) return undefined;
  const awaited = await nameAtProvider(ctx, order.id, providerId);
  if (awaited) return awaited;
  const row = rowOf(ctx, order, providerId);
  const live = await insertSubscription(ctx, row);
  if (live && isKnown(live)) return live;
  return keepBeside(ctx, row, state, signal);
}

/** There is one of this person's already: this one is charged no more. What was paid for it counts. */
async function keepBeside(
  ctx: Context,
  row: ReturnType<typeof rowOf>,
  { phase }: ProviderState,
  signal: AbortSignal,
): Promise<KnownSubscription | undefined> {
  if (phase !== 'over') await ctx.payments.cancel(ctx, row.provider_id, 'now', signal);
  const now = new Date();
  const kept = await insertSubscription(ctx, {
    ...row,
    phase: 'over',
    cancelled_at: row.plan === 'Monthly' ? now : null,
    closed_at: now,
  });
  return kept && isKnown(kept) ? kept : undefined;
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
