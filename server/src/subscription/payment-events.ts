import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from '../context.ts';
import { transaction } from '../db/transaction.ts';
import { addJob } from '../jobs/jobs.ts';
import { checkByProvider } from './check-subscription.ts';
import { findEvent, insertEvent, noteOutcome } from './payment.queries.ts';

/** Keeps an event once and leaves the rest to a job; false where its signature is not right. */
export async function receivePaymentEvent(
  ctx: Context,
  raw: Buffer,
  headers: IncomingHttpHeaders,
): Promise<boolean> {
  const event = ctx.payments.readEvent(raw, headers);
  if (!event) return false;
  await transaction(ctx, async (tx) => {
    const id = await insertEvent(tx, tx.payments.name, event);
    if (id) await addJob(tx, 'handlePaymentEvent', { id });
  });
  return true;
}

/** The job: whatever an event says, the provider is asked how the subscription stands now. */
export async function handlePaymentEvent(ctx: Context, { id }: { id: string }): Promise<void> {
  const event = await findEvent(ctx, id);
  if (!event || event.handled_at || event.provider !== ctx.payments.name) return;
  const { subscription } = event;
  const outcome = subscription ? await checkByProvider(ctx, subscription) : 'about no subscription';
  await noteOutcome(ctx, id, outcome);
}
