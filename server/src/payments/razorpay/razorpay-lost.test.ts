import { beforeEach, describe, expect, test, vi } from 'vitest';
import { getLimits } from '@roost/contract/limits';
import * as subscription from '@roost/contract/subscription';
import type { Member } from '../../../test/cast.ts';
import { create, statusOf, until } from '../../../test/premium.ts';
import { refusalOf } from '../../../test/visitor.ts';
import { startWithRazorpay } from '../../../test/with-razorpay.ts';
import { reconcilePayments } from '../../subscription/reconcile-payments.ts';

const DAY = 86_400_000;

const { app, razorpay, somebody, tell } = await startWithRazorpay();

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
  await tell(razorpay.charge(subscriptionId));
  await until(async () => (await statusOf(who)).isActive);
  return subscriptionId;
}

describe('what Razorpay refuses', () => {
  test('one it does not know (bought with other keys) keeps nobody else from being looked at', async () => {
    const { subscriptionId: dead } = await create(person);
    razorpay.subscriptions.delete(dead);
    const { subscriptionId } = await create(other);
    razorpay.charge(subscriptionId);
    await reconcilePayments(app.ctx, {});
    expect((await statusOf(other)).isActive).toBe(true);
    expect((await statusOf(person)).status).toBe('ended');
    expect((await create(person)).subscriptionId).not.toBe(dead);
  });

  test('whoever had one it no longer knows keeps what was paid, and buys anew after', async () => {
    const dead = await buy(person);
    razorpay.subscriptions.delete(dead);
    await reconcilePayments(app.ctx, { all: true });
    const { endDate } = await statusOf(person);
    expect((await statusOf(person)).isActive).toBe(true);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(String(endDate)) + 4 * DAY });
    expect((await statusOf(person)).status).toBe('ended');
    expect((await create(person)).subscriptionId).not.toBe(dead);
  });

  test('a state we have never heard of is that one’s trouble only', async () => {
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

  test('it is asked about in its turn, not first each hour', async () => {
    const { subscriptionId: odd } = await create(person);
    Object.assign(razorpay.subscriptions.get(odd) ?? {}, { status: 'frozen' });
    const lookedAt = async () =>
      app.ctx.db
        .selectFrom('subscriptions')
        .select('looked_at')
        .where('provider_id', '=', odd)
        .executeTakeFirstOrThrow();
    const before = await lookedAt();
    await reconcilePayments(app.ctx, {});
    expect((await lookedAt()).looked_at.getTime()).toBeGreaterThan(before.looked_at.getTime());
  });
});

describe('an answer that is lost', () => {
  test('nobody is sent a way to pay but by us', async () => {
    await create(person);
    const [made] = razorpay.asked.filter(({ path }) => path === '/v1/subscriptions');
    expect(made?.body).toMatchObject({ customer_notify: false });
    expect(made?.body).not.toHaveProperty('notify_info');
  });

  test('what was made nevertheless, and is paid, is Premium', async () => {
    razorpay.trouble = 'lost';
    expect((await refusalOf(create(person))).status).toBe(503);
    razorpay.trouble = undefined;
    const [stray, ...more] = madeFor(person);
    expect([stray?.status, more]).toEqual(['created', []]);
    await tell(razorpay.charge(String(stray?.id)));
    await until(async () => (await statusOf(person)).isActive);
    expect((await person.call(subscription.listPayments, {})).data).toMatchObject([{ amount: 50 }]);
    expect((await cancel(person)).status).toBe('cancelled');
  });

  test('paid beside the one that came of the second try, it is charged no more and still counts', async () => {
    razorpay.trouble = 'lost';
    await refusalOf(create(person));
    razorpay.trouble = undefined;
    const id = await buy(person);
    const stray = madeFor(person).find((each) => each.id !== id);
    await tell(razorpay.charge(String(stray?.id)));
    await until(async () => stray?.status === 'cancelled');
    await until(async () => (await person.call(subscription.listPayments, {})).data.length === 2);
    expect(razorpay.subscriptions.get(id)?.status).toBe('active');
    expect((await statusOf(person)).isActive).toBe(true);
  });

  test('unpaid beside another, it is made final at the first word of it', async () => {
    razorpay.trouble = 'lost';
    await refusalOf(create(person));
    razorpay.trouble = undefined;
    const { subscriptionId } = await create(person);
    const stray = madeFor(person).find((each) => each.id !== subscriptionId);
    await tell(razorpay.webhook(String(stray?.id), 'subscription.authenticated'));
    await until(async () => stray?.status === 'cancelled');
    expect(razorpay.subscriptions.get(subscriptionId)?.status).toBe('created');
  });

  test('what somebody else made at the same account is left alone', async () => {
    const strange = { id: 'sub_strange', status: 'created', plan_id: 'plan_month', paid_count: 0 };
    razorpay.subscriptions.set('sub_strange', {
      ...strange,
      total_count: 9,
      short_url: 'https://rzp.example/strange',
      current_start: null,
      current_end: null,
      notes: [],
    });
    await tell(razorpay.webhook('sub_strange', 'subscription.activated'));
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

  test('one that was being begun when the machine went down is in nobody’s way', async () => {
    razorpay.trouble = 'slow';
    const asking = refusalOf(create(person));
    await until(async () => razorpay.asked.length > 0);
    razorpay.trouble = undefined;
    await asking;
    await create(person);
  });
});

test('new prices and plans leave what was paid for before as it was', async () => {
  const { subscriptionId } = await create(person, 'ANNUAL');
  const event = razorpay.charge(subscriptionId);
  Object.assign(razorpay.invoices[0] ?? {}, { billing_start: null, billing_end: null });
  await tell(event);
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

test('no look shortens what was paid for', async () => {
  const id = await buy(person);
  const { endDate } = await statusOf(person);
  const invoice = razorpay.invoices.find((each) => each['subscription_id'] === id);
  Object.assign(invoice ?? {}, { billing_end: Number(invoice?.['billing_start']) + 86_400 });
  await reconcilePayments(app.ctx, { all: true });
  expect((await statusOf(person)).endDate).toBe(endDate);
});

describe('slow', () => {
  test.each(['cancel', 'create'] as const)(
    '%s by one person, over and over, holds up nobody',
    async (what) => {
      if (what === 'cancel') await buy(person);
      razorpay.trouble = 'slow';
      const path = `/api/subscription/${what}`;
      const many = Array.from({ length: 40 }, async (_, n) =>
        person.visitor.fetch(path, {
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
      // Impatience was ours: it is no reason not to ask again.
      if (what === 'cancel') expect((await cancel(person)).status).toBe('cancelled');
      else await create(person);
    },
  );

  test('after it was away, the very first look finds it back', async () => {
    const { subscriptionId } = await create(person);
    razorpay.charge(subscriptionId);
    razorpay.trouble = 'down';
    for (let n = 0; n < 6; n += 1) await refusalOf(create(other));
    const asked = razorpay.asked.length;
    await refusalOf(create(other));
    expect(razorpay.asked.length).toBe(asked);
    razorpay.trouble = undefined;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
    await reconcilePayments(app.ctx, {});
    expect((await statusOf(person)).isActive).toBe(true);
  });
});
