import { setTimeout as wait } from 'node:timers/promises';
import { v7 as newId } from 'uuid';
import { AppError } from '@roost/contract/errors';
import type { Plan } from '@roost/contract/subscription';
import type { MemberContext } from '../context.ts';
import type { KnownSubscription } from '../db/tables.ts';
import { addJob } from '../jobs/jobs.ts';
import { findBuyer } from './buyer.queries.ts';
import { joined } from './joined.ts';
import { planNamed } from './plans.ts';
import { settleEarlier, type Offer } from './settle-earlier.ts';
import {
  deleteBegun,
  findLive,
  insertSubscription,
  nameAtProvider,
} from './subscription.queries.ts';

/** Milliseconds somebody who waits is let wait for the provider. */
export const ANSWER_WITHIN = 4_500;
/** Milliseconds between two looks at what another node is doing for the same person. */
const LOOK_AGAIN = 150;
const PAISE = 100;

/**
 * Begins a subscription, or gives the one that was begun and not paid; nothing is charged here. Our row comes before
 * the provider's: one at a time holds already while it is asked, and it is told which row it is making one for.
 */
export async function createSubscription(
  ctx: MemberContext,
  planId: string,
): Promise<KnownSubscription> {
  const plan = planNamed(ctx, planId);
  if (ctx.payments.name === 'off') throw new AppError('not_offered');
  return joined(`create ${plan.name} ${ctx.viewer.id}`, async () =>
    beginOrFind(ctx, offerOf(ctx, plan), AbortSignal.timeout(ANSWER_WITHIN)),
  );
}

function offerOf(ctx: MemberContext, { name, price }: Plan): Offer {
  return { plan: name, amount: price * PAISE, provider_plan: ctx.payments.planId(name) ?? '' };
}

async function beginOrFind(
  ctx: MemberContext,
  offer: Offer,
  signal: AbortSignal,
): Promise<KnownSubscription> {
  for (; !signal.aborted; await wait(LOOK_AGAIN)) {
    const live = await findLive(ctx, ctx.viewer.id);
    const found = live && (await settleEarlier(ctx, live, offer, signal));
    if (found === 'underWay') continue;
    const row = found ?? (await begin(ctx, offer, signal));
    if (row) return row;
  }
  throw new AppError('unavailable', { retryAfter: 2 });
}

/** Undefined where another was begun at the same moment. */
async function begin(
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
      // Made there nevertheless, perhaps: nobody is shown where to pay for it, and the first word of it brings it here.
      await deleteBegun(ctx, row.id);
      throw error;
    });
  const named = await nameAtProvider(ctx, row.id, providerId);
  if (named) return named;
  // It took so long that it was given up here.
  await addJob(ctx, 'checkSubscription', { provider, id: providerId });
  throw new AppError('conflict');
}
