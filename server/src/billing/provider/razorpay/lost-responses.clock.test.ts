import { beforeEach, describe, expect, test, vi } from 'vitest';
import { getLimits } from '@roost/contract/users';
import * as subscription from '@roost/contract/billing';
import type { Member } from '../../../../test/support/cast.ts';
import { create, statusOf, until } from '../../../../test/support/premium.ts';
import { refusalOf } from '../../../../test/support/test-client.ts';
import { startWithRazorpay } from '../../../../test/support/with-razorpay.ts';
import { passTime } from '../../../../test/support/pass-time.ts';
import { reconcilePayments } from '../../payments/reconcile-payments.ts';

const DAY = 86_400_000;

const { app, razorpay, somebody, deliver } = await startWithRazorpay();

let person: Member;
let other: Member;
beforeEach(() => {
  [person, other] = [somebody(), somebody()];
});

const cancel = async (who: Member) => who.call(subscription.cancelSubscription, {});
const madeFor = (who: Member) =>
  [...razorpay.subscriptions.values()].filter(
    ({ notes }) => (notes as { user?: string } | undefined)?.user === who.id,
  );

async function buy(who: Member, plan: 'MONTHLY' | 'ANNUAL' = 'MONTHLY'): Promise<string> {
  const { subscriptionId } = await create(who, plan);
  await deliver(razorpay.charge(subscriptionId));
  await until(async () => (await statusOf(who)).isActive);
  return subscriptionId;
}

describe('refusals by Razorpay', () => {
  test('a subscription that Razorpay does not know does not block the others', async () => {
    const { subscriptionId: dead } = await create(person);
    razorpay.subscriptions.delete(dead);
    const { subscriptionId } = await create(other);
    razorpay.charge(subscriptionId);
    await reconcilePayments(app.ctx, {});
    expect((await statusOf(other)).isActive).toBe(true);
    expect((await statusOf(person)).status).toBe('ended');
    expect((await create(person)).subscriptionId).not.toBe(dead);
  });

  test('a paid subscription that Razorpay forgot stays paid, then a new purchase works', async () => {
    const dead = await buy(person);
    razorpay.subscriptions.delete(dead);
    await reconcilePayments(app.ctx, { all: true });
    const { endDate } = await statusOf(person);
    expect((await statusOf(person)).isActive).toBe(true);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(String(endDate)) + 4 * DAY });
    expect((await statusOf(person)).status).toBe('ended');
    expect((await create(person)).subscriptionId).not.toBe(dead);
  });

  test('an unknown status affects only its own subscription', async () => {
    const { subscriptionId: odd } = await create(person);
    Object.assign(razorpay.subscriptions.get(odd) ?? {}, { status: 'frozen' });
    const { subscriptionId } = await create(other);
    razorpay.charge(subscriptionId);
    await reconcilePayments(app.ctx, {});
    expect((await statusOf(other)).isActive).toBe(true);
    expect((await statusOf(person)).status).toBe('pending');
    Object.assign(razorpay.subscriptions.get(odd) ?? {}, { status: 'created' });
    razorpay.charge(odd);
    await reconcilePayments(app.ctx, {});
    expect((await statusOf(person)).isActive).toBe(true);
  });

  test('a subscription with an unknown status waits its turn every hour', async () => {
    const { subscriptionId: odd } = await create(person);
    Object.assign(razorpay.subscriptions.get(odd) ?? {}, { status: 'frozen' });
    const refreshedAt = async () =>
      app.ctx.db
        .selectFrom('subscriptions')
        .select('refreshed_at')
        .where('provider_id', '=', odd)
        .executeTakeFirstOrThrow();
    const before = await refreshedAt();
    await reconcilePayments(app.ctx, {});
    expect((await refreshedAt()).refreshed_at.getTime()).toBeGreaterThan(
      before.refreshed_at.getTime(),
    );
  });
});

describe('a lost response', () => {
  test('Razorpay sends no payment link of its own to anybody', async () => {
    await create(person);
    const [made] = razorpay.asked.filter(({ path }) => path === '/v1/subscriptions');
    expect(made?.body).toMatchObject({ customer_notify: false });
    expect(made?.body).not.toHaveProperty('notify_info');
  });

  test('a subscription whose creation response was lost becomes Premium once paid', async () => {
    razorpay.trouble = 'lost';
    expect((await refusalOf(create(person))).status).toBe(503);
    razorpay.trouble = undefined;
    const [stray, ...more] = madeFor(person);
    expect([stray?.status, more]).toEqual(['created', []]);
    await deliver(razorpay.charge(String(stray?.id)));
    await until(async () => (await statusOf(person)).isActive);
    expect((await person.call(subscription.listPayments, {})).data).toMatchObject([{ amount: 50 }]);
    expect((await cancel(person)).status).toBe('cancelled');
  });

  test('a second paid subscription is cancelled, and its payment counts', async () => {
    razorpay.trouble = 'lost';
    await refusalOf(create(person));
    razorpay.trouble = undefined;
    const id = await buy(person);
    const stray = madeFor(person).find((each) => each.id !== id);
    await deliver(razorpay.charge(String(stray?.id)));
    await until(async () => stray?.status === 'cancelled');
    await until(async () => (await person.call(subscription.listPayments, {})).data.length === 2);
    expect(razorpay.subscriptions.get(id)?.status).toBe('active');
    expect((await statusOf(person)).isActive).toBe(true);
  });

  test('a second unpaid subscription is cancelled at its first event', async () => {
    razorpay.trouble = 'lost';
    await refusalOf(create(person));
    razorpay.trouble = undefined;
    const { subscriptionId } = await create(person);
    const stray = madeFor(person).find((each) => each.id !== subscriptionId);
    await deliver(razorpay.webhook(String(stray?.id), 'subscription.authenticated'));
    await until(async () => stray?.status === 'cancelled');
    expect(razorpay.subscriptions.get(subscriptionId)?.status).toBe('created');
  });

  test('subscriptions of other applications in the same account stay untouched', async () => {
    const strange = { id: 'sub_strange', status: 'created', plan_id: 'plan_month', paid_count: 0 };
    razorpay.subscriptions.set('sub_strange', {
      ...strange,
      total_count: 9,
      short_url: 'https://rzp.example/strange',
      current_start: null,
      current_end: null,
      notes: [],
    });
    await deliver(razorpay.webhook('sub_strange', 'subscription.activated'));
    await until(async () => {
      const row = await app.ctx.db
        .selectFrom('payment_events')
        .select('outcome')
        .where('subscription', '=', 'sub_strange')
        .executeTakeFirst();
      return row?.outcome === 'about no subscription of ours';
    });
    expect(razorpay.asked.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test('an unfinished creation does not block the next one', async () => {
    razorpay.trouble = 'slow';
    const asking = refusalOf(create(person));
    await until(async () => razorpay.asked.length > 0);
    razorpay.trouble = undefined;
    await asking;
    await create(person);
  });
});

test('new prices and plans do not change what people paid for earlier', async () => {
  const { subscriptionId } = await create(person, 'ANNUAL');
  const event = razorpay.charge(subscriptionId);
  Object.assign(razorpay.invoices[0] ?? {}, { billing_start: null, billing_end: null });
  await deliver(event);
  await until(async () => (await statusOf(person)).isActive);
  const { endDate } = await statusOf(person);
  const config = app.ctx.config.razorpay as { annualPlan: string };
  const { annualPlan } = config;
  config.annualPlan = 'plan_year_2';
  try {
    await reconcilePayments(app.ctx, { all: true });
    expect((await statusOf(person)).endDate).toBe(endDate);
  } finally {
    config.annualPlan = annualPlan;
  }
});

test('a refresh never shortens a paid period', async () => {
  const id = await buy(person);
  const { endDate } = await statusOf(person);
  const invoice = razorpay.invoices.find((each) => each['subscription_id'] === id);
  Object.assign(invoice ?? {}, { billing_end: Number(invoice?.['billing_start']) + 86_400 });
  await reconcilePayments(app.ctx, { all: true });
  expect((await statusOf(person)).endDate).toBe(endDate);
});

describe('a slow provider', () => {
  test.each(['cancel', 'create'] as const)(
    'many %s requests of one person delay nobody else',
    async (what) => {
      if (what === 'cancel') await buy(person);
      razorpay.trouble = 'slow';
      const path = `/api/subscription/${what}`;
      const many = Array.from({ length: 40 }, async (_, n) =>
        person.client.fetch(path, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'Idempotency-Key': `${what} ${n}` },
          body: what === 'create' ? '{"planId":"MONTHLY"}' : '{}',
        }),
      );
      await until(async () =>
        razorpay.asked.some(
          ({ method, path: asked }) => method === 'POST' || asked.includes('plans'),
        ),
      );
      const started = performance.now();
      await other.call(getLimits, {});
      expect(performance.now() - started).toBeLessThan(1_500);
      for (const { status } of await Promise.all(many)) expect(status).toBe(503);
      expect(razorpay.asked.filter(({ method }) => method === 'POST').length).toBeLessThanOrEqual(
        2,
      );
      razorpay.trouble = undefined;
      // Our own timeouts must not open the circuit breaker.
      if (what === 'cancel') expect((await cancel(person)).status).toBe('cancelled');
      else await create(person);
    },
  );

  test('the first refresh after an outage succeeds', async () => {
    const { subscriptionId } = await create(person);
    razorpay.charge(subscriptionId);
    razorpay.trouble = 'down';
    for (let n = 0; n < 6; n += 1) await refusalOf(create(other));
    const asked = razorpay.asked.length;
    await refusalOf(create(other));
    expect(razorpay.asked.length).toBe(asked);
    razorpay.trouble = undefined;
    passTime(31_000);
    await reconcilePayments(app.ctx, {});
    expect((await statusOf(person)).isActive).toBe(true);
  });
});
