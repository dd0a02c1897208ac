import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from '../../kernel/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { handlePaymentEventJob } from '../billing.jobs.ts';
import { refreshByProviderId } from '../subscriptions/refresh-by-provider-id.ts';
import { findEvent, insertEvent, recordOutcome } from './payment.queries.ts';

/** Stores an event once and adds a job that handles it. Returns false if the signature is wrong. */
export async function receivePaymentEvent(
  ctx: Context,
  raw: Buffer,
  headers: IncomingHttpHeaders,
): Promise<boolean> {
  const event = ctx.payments.readEvent(raw, headers);
  if (!event) return false;
  await transaction(ctx, async (tx) => {
    const id = await insertEvent(tx, tx.payments.name, event);
    if (id) await addJob(tx, handlePaymentEventJob, { id });
  });
  return true;
}

/**
 * Handles a stored event (job). It asks the provider for the subscription's state, and trusts nothing else that the
 * event says.
 */
export async function handlePaymentEvent(ctx: Context, { id }: { id: string }): Promise<void> {
  const event = await findEvent(ctx, id);
  if (!event || event.handled_at || event.provider !== ctx.payments.name) return;
  const { subscription } = event;
  const outcome = subscription
    ? await refreshByProviderId(ctx, subscription)
    : 'about no subscription';
  await recordOutcome(ctx, id, outcome);
}
