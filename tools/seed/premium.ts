import { randomBytes } from 'node:crypto';
import type { Database } from '../../server/src/platform/database/client.ts';
import { addPeriod } from '../../server/src/billing/provider/add-period.ts';
import {
  insertPayment,
  insertSandbox,
} from '../../server/src/billing/provider/sandbox/sandbox.queries.ts';
import { upsertPayments } from '../../server/src/billing/payments/payment.queries.ts';
import { updatePremium } from '../../server/src/billing/premium/update-premium.ts';
import { insertSubscription } from '../../server/src/billing/subscriptions/subscription.queries.ts';
import { DAY, idAt, type Calendar } from './calendar.ts';
import { emailOf } from './demo-accounts.ts';
import { memberCalled, type Member, type Members } from './members.ts';

export interface PlannedPremium {
  member: Member;
  /** The time of the payment for one year. */
  paidAt: Date;
}

const buyers: [username: string, daysAgo: number][] = [['takumi_mori', 47]];
/** The price of the year in paise. Later prices do not change it. */
const YEAR = 48_000;

export function planPremium(members: Members, calendar: Calendar): PlannedPremium[] {
  return buyers.map(([username, daysAgo]) => ({
    member: memberCalled(members, username),
    paidAt: calendar.take(calendar.now - daysAgo * DAY),
  }));
}

/** Writes the rows that a payment in the sandbox would leave, but sends no receipt. */
export async function writePremium(tx: Database, planned: PlannedPremium[]): Promise<void> {
  for (const { member, paidAt } of planned) {
    const ctx = { db: tx, pending: [], traces: null };
    const sandboxId = `sub_${randomBytes(12).toString('hex')}`;
    const until = addPeriod(paidAt, 'Annual');
    await writeToSandbox(tx, sandboxId, { member, paidAt }, until);
    const record = await insertSubscription(ctx, {
      id: idAt(paidAt),
      user_id: member.id,
      plan: 'Annual',
      provider: 'sandbox',
      provider_id: sandboxId,
      amount: YEAR,
      phase: 'over',
      refreshed_at: paidAt,
      started_at: paidAt,
      paid_until: until,
      created_at: paidAt,
    });
    if (!record) throw new Error(`${member.persona.username} has a subscription already.`);
    const period = { paidAt, periodStart: paidAt, periodEnd: until };
    const id = paymentIdOf(sandboxId);
    await upsertPayments(ctx, record, [{ id, amount: YEAR, currency: 'INR', ...period }]);
    await updatePremium(ctx, member.id);
  }
}

async function writeToSandbox(
  db: Database,
  id: string,
  { member, paidAt }: PlannedPremium,
  until: Date,
): Promise<void> {
  await insertSandbox(
    { db },
    {
      id,
      customer_id: member.id,
      name: member.persona.fullName,
      email: emailOf(member.persona),
      plan: 'Annual',
      amount: YEAR,
      status: 'completed',
      period_end: until,
      created_at: paidAt,
    },
  );
  await insertPayment(
    { db },
    {
      id: paymentIdOf(id),
      subscription_id: id,
      amount: YEAR,
      paid_at: paidAt,
      period_start: paidAt,
      period_end: until,
    },
  );
}

const paymentIdOf = (sandboxId: string) => sandboxId.replace('sub_', 'pay_');
