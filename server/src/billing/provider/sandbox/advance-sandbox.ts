import { randomBytes } from 'node:crypto';
import { v7 as newId } from 'uuid';
import type { Context } from '../../../kernel/context.ts';
import type { SandboxRecord } from '../../../platform/database/tables.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { addJob } from '../../../platform/jobs/add-job.ts';
import { deliverSandboxEventJob } from '../../billing.jobs.ts';
import { addPeriod } from '../add-period.ts';
import { insertPayment, lockSandbox, shiftBack, updateSandbox } from './sandbox.queries.ts';
import type { TestCard } from './test-cards.ts';
import { wallClock } from '../../../lib/wall-clock.ts';

const DAY_MS = 86_400_000;
/** Milliseconds for which the sandbox retries a failed payment. */
const RETRY_PERIOD_MS = 3 * DAY_MS;

export type PayOutcome = 'paid' | 'declined' | 'closed';

/** Pays at the checkout with one of the test cards. */
export async function pay(ctx: Context, id: string, card: TestCard): Promise<PayOutcome> {
  return transaction(ctx, async (tx) => {
    const found = await lockSandbox(tx, id);
    if (found?.status !== 'created') return 'closed';
    if (card === 'declined') return 'declined';
    if (card === 'retry' && found.failed_attempts === 0) {
      await updateSandbox(tx, id, { failed_attempts: 1 });
      return 'declined';
    }
    await charge(tx, found, new Date());
    return 'paid';
  });
}

/** The steps of a subscription's clock, with their button texts. */
export const clockSteps = ['renew', 'fail', 'retry', 'giveUp', 'runOut'] as const;
export type ClockStep = (typeof clockSteps)[number];

export function clockStepsOf({ status, ends_with_period, period_end }: SandboxRecord): ClockStep[] {
  if (status === 'retrying') return ['retry', 'giveUp'];
  if (status === 'completed') return period_end && period_end > new Date() ? ['runOut'] : [];
  if (status !== 'active') return [];
  return ends_with_period ? ['runOut'] : ['renew', 'fail'];
}

/** Moves a subscription's clock by one step. Returns false if its status does not allow this step. */
export async function advanceSandbox(ctx: Context, id: string, step: ClockStep): Promise<boolean> {
  return transaction(ctx, async (tx) => {
    const found = await lockSandbox(tx, id);
    const end = found?.period_end;
    if (!found || !end || !clockStepsOf(found).includes(step)) return false;
    const now = wallClock();
    // Time never goes back. A period that already ended stays in the past.
    const past = step === 'giveUp' ? end.getTime() + RETRY_PERIOD_MS - now : end.getTime() - now;
    if (past > 0) await shiftBack(tx, id, past);
    const endsAt = new Date(end.getTime() - Math.max(0, past));
    if (step === 'renew' || step === 'retry') await charge(tx, found, endsAt);
    else if (step === 'fail') await setStatus(tx, id, 'retrying', 'payment.failed');
    else if (step === 'giveUp') await setStatus(tx, id, 'halted', 'subscription.halted');
    else if (found.plan === 'Monthly')
      await setStatus(tx, id, 'cancelled', 'subscription.cancelled');
    else await sendEvent(tx, id, 'subscription.completed');
    return true;
  });
}

export async function cancelAtSandbox(
  ctx: Context,
  id: string,
  when: 'now' | 'atPeriodEnd',
): Promise<void> {
  await transaction(ctx, async (tx) => {
    const found = await lockSandbox(tx, id);
    if (!found || found.status === 'cancelled' || found.status === 'completed') return;
    if (when === 'atPeriodEnd' && found.status === 'active') {
      await updateSandbox(tx, id, { ends_with_period: true });
      await sendEvent(tx, id, 'subscription.updated');
    } else {
      await setStatus(tx, id, 'cancelled', 'subscription.cancelled');
    }
  });
}

async function charge(tx: Context, found: SandboxRecord, from: Date): Promise<void> {
  const { id, plan, amount } = found;
  const to = addPeriod(from, plan);
  await insertPayment(tx, {
    id: `pay_${randomBytes(12).toString('hex')}`,
    subscription_id: id,
    amount,
    paid_at: new Date(),
    period_start: from,
    period_end: to,
  });
  await updateSandbox(tx, id, {
    // An annual subscription is final after its payment.
    status: plan === 'Annual' ? 'completed' : 'active',
    period_end: to,
  });
  await sendEvent(tx, id, 'subscription.charged');
}

async function setStatus(
  tx: Context,
  id: string,
  status: SandboxRecord['status'],
  type: string,
): Promise<void> {
  await updateSandbox(tx, id, { status });
  await sendEvent(tx, id, type);
}

async function sendEvent(tx: Context, id: string, type: string): Promise<void> {
  await addJob(tx, deliverSandboxEventJob, { id: `evt_${newId()}`, type, subscription: id });
}
