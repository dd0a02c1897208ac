import { setTimeout as wait } from 'node:timers/promises';
import { v7 as newId } from 'uuid';
import { AppError } from '@roost/contract/errors';
import type { Plan } from '@roost/contract/billing';
import type { MemberContext } from '../../kernel/context.ts';
import type { KnownSubscription } from '../../platform/database/tables.ts';
import { SingleFlight } from '../../lib/single-flight.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { refreshSubscriptionJob } from '../billing.jobs.ts';
import { findBuyer } from '../checkout/buyer.queries.ts';
import { resolvePlan } from './plans.ts';
import { resolveExisting, type Offer } from './resolve-existing-subscription.ts';
import {
  deleteUnconfirmed,
  findOpen,
  insertSubscription,
  setProviderId,
} from './subscription.queries.ts';

/** Milliseconds for which a person's request waits for the provider. */
export const REQUEST_TIMEOUT_MS = 4_500;
/** Milliseconds between two checks of a creation that another node has in progress. */
const POLL_INTERVAL_MS = 150;
const PAISE_PER_RUPEE = 100;

/** Many clicks on the button call the provider once. */
const creations = new SingleFlight<KnownSubscription>();

/**
 * Creates a subscription, or returns an unpaid one to reuse. It charges nothing. Our row comes first: its unique index
 * admits one creation at a time, and the provider receives its id.
 */
export async function createSubscription(
  ctx: MemberContext,
  planId: string,
): Promise<KnownSubscription> {
  const plan = resolvePlan(ctx, planId);
  if (ctx.payments.name === 'off') throw new AppError('not_offered');
  return creations.run(`${plan.name} ${ctx.viewer.id}`, async () =>
    findOrCreate(ctx, offerOf(ctx, plan), AbortSignal.timeout(REQUEST_TIMEOUT_MS)),
  );
}

function offerOf(ctx: MemberContext, { name, price }: Plan): Offer {
  return {
    plan: name,
    amount: price * PAISE_PER_RUPEE,
    provider_plan: ctx.payments.planId(name) ?? '',
  };
}

async function findOrCreate(
  ctx: MemberContext,
  offer: Offer,
  signal: AbortSignal,
): Promise<KnownSubscription> {
  for (; !signal.aborted; await wait(POLL_INTERVAL_MS)) {
    const existing = await findOpen(ctx, ctx.viewer.id);
    const found = existing && (await resolveExisting(ctx, existing, offer, signal));
    if (found === 'underWay') continue;
    const row = found ?? (await create(ctx, offer, signal));
    if (row) return row;
  }
  throw new AppError('unavailable', { retryAfter: 2 });
}

/** Creates the row, then the provider's subscription. Returns undefined if another request created one meanwhile. */
async function create(
  ctx: MemberContext,
  offer: Offer,
  signal: AbortSignal,
): Promise<KnownSubscription | undefined> {
  const userId = ctx.viewer.id;
  const provider = ctx.payments.name;
  const buyer = await findBuyer(ctx, userId);
  const row = await insertSubscription(ctx, { id: newId(), user_id: userId, provider, ...offer });
  if (!row) return undefined;
  const order = { id: row.id, userId, plan: row.plan, amount: row.amount };
  const providerId = await ctx.payments
    .create(ctx, order, buyer, signal)
    .catch(async (error: unknown) => {
      // The provider may have created it all the same. Nobody sees its checkout, and its first event adopts it.
      await deleteUnconfirmed(ctx, row.id);
      throw error;
    });
  const confirmed = await setProviderId(ctx, row.id, providerId);
  if (confirmed) return confirmed;
  // The creation took so long that another request deleted our row.
  await addJob(ctx, refreshSubscriptionJob, { provider, id: providerId });
  throw new AppError('conflict');
}
