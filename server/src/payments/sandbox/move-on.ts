import { randomBytes } from 'node:crypto';
import { v7 as newId } from 'uuid';
import type { Context } from '../../context.ts';
import type { SandboxRecord } from '../../db/tables.ts';
import { transaction } from '../../db/transaction.ts';
import { addJob } from '../../jobs/jobs.ts';
import { addPeriod } from '../period.ts';
import { insertPayment, lockSandbox, putBack, updateSandbox } from './sandbox.queries.ts';
import type { TestCard } from './test-cards.ts';

const DAY = 86_400_000;
/** How long a payment that failed is tried again. */
const RETRIED_FOR = 3 * DAY;

export type PayOutcome = 'paid' | 'declined' | 'closed';

/** Somebody pays at the checkout, with one of the test cards. */
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

/** What the clock of a subscription can be moved to, by how it stands. */
export const moves = {
  renew: 'The period ends, and the next one is paid',
  fail: 'The period ends, but the payment fails',
  retry: 'The payment is tried again, and succeeds',
  giveUp: 'Three days pass, and the payment fails for good',
  runOut: 'The period ends',
} as const;
export type Move = keyof typeof moves;

export function movesOf({ status, ends_with_period, period_end }: SandboxRecord): Move[] {
  if (status === 'retrying') return ['retry', 'giveUp'];
  if (status === 'completed') return period_end && period_end > new Date() ? ['runOut'] : [];
  if (status !== 'active') return [];
  return ends_with_period ? ['runOut'] : ['renew', 'fail'];
}

/** Moves one on; false where it can't go that way from where it is. */
export async function moveOn(ctx: Context, id: string, move: Move): Promise<boolean> {
  return transaction(ctx, async (tx) => {
    const found = await lockSandbox(tx, id);
    const end = found?.period_end;
    if (!found || !end || !movesOf(found).includes(move)) return false;
    const now = Date.now();
    // Time never goes back: a period that is over already stays where it is.
    const past = move === 'giveUp' ? end.getTime() + RETRIED_FOR - now : end.getTime() - now;
    if (past > 0) await putBack(tx, id, past);
    const endsAt = new Date(end.getTime() - Math.max(0, past));
    if (move === 'renew' || move === 'retry') await charge(tx, found, endsAt);
    else if (move === 'fail') await settle(tx, id, 'retrying', 'payment.failed');
    else if (move === 'giveUp') await settle(tx, id, 'halted', 'subscription.halted');
    else if (found.plan === 'Monthly') await settle(tx, id, 'cancelled', 'subscription.cancelled');
    else await tell(tx, id, 'subscription.completed');
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
      await tell(tx, id, 'subscription.updated');
    } else {
      await settle(tx, id, 'cancelled', 'subscription.cancelled');
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
    // A year is all there is of it.
    status: plan === 'Annual' ? 'completed' : 'active',
    period_end: to,
  });
  await tell(tx, id, 'subscription.charged');
}

async function settle(
  tx: Context,
  id: string,
  status: SandboxRecord['status'],
  type: string,
): Promise<void> {
  await updateSandbox(tx, id, { status });
  await tell(tx, id, type);
}

async function tell(tx: Context, id: string, type: string): Promise<void> {
  await addJob(tx, 'deliverSandboxEvent', { id: `evt_${newId()}`, type, subscription: id });
}
