import { describe, expect, test, vi } from 'vitest';
import { getLimits } from '@roost/contract/users';
import * as subscription from '@roost/contract/billing';
import { startAppForFile, startAppForTest, withJobs } from '../../../test/support/app.ts';
import { crowdOf, type Member } from '../../../test/support/cast.ts';
import { payersOf } from '../../../test/support/payers.ts';
import {
  buy,
  create,
  advanceClock,
  payWith,
  statusOf,
  until,
} from '../../../test/support/premium.ts';
import { refusalOf } from '../../../test/support/test-client.ts';
import { connectAs, heardBy } from '../../../test/support/wire.ts';

const DAY = 86_400_000;
const LONG = 'a'.repeat(1_000);

const app = await startAppForFile(withJobs);
const somebody = await payersOf(app, 24);

const cancel = async (person: Member) => person.call(subscription.cancelSubscription, {});
const tierOf = async (person: Member) => (await person.call(getLimits, {})).data.tier;
const isUntil = async (person: Member, status: string) =>
  until(async () => (await statusOf(person)).status === status);

describe('plans', () => {
  test('the server sets plans and prices', async () => {
    const plans = await somebody().call(subscription.getPlans, {});
    expect(plans).toMatchObject({
      isOffered: true,
      MONTHLY: { name: 'Monthly', price: 50, duration: 'month' },
      ANNUAL: { name: 'Annual', price: 480, duration: 'year' },
    });
    // Clients add their own words. Only the price comes from the server.
    expect(plans.MONTHLY.buttonText).toBe('Rs 50 a month');
    expect(plans.ANNUAL.buttonText).toBe('Rs 480 a year');
    expect(plans.ANNUAL.price * 10).toBe(8 * 12 * plans.MONTHLY.price);
  });

  test('the button text contains the configured price', async () => {
    const dearer = await startAppForTest({
      PRICE_MONTHLY: '75',
      PRICE_ANNUAL: '720',
    });
    const [person] = (await crowdOf(dearer, 1, 'buttons')) as [Member];
    const plans = await person.call(subscription.getPlans, {});
    expect(plans.MONTHLY.buttonText).toBe('Rs 75 a month');
    expect(plans.ANNUAL.buttonText).toBe('Rs 720 a year');
  });

  test('a new member has no subscription', async () => {
    expect(await statusOf(somebody())).toEqual({
      isActive: false,
      plan: null,
      status: null,
      startDate: null,
      endDate: null,
      paymentProvider: null,
      cancelAtPeriodEnd: false,
    });
  });

  test('a plan has three names: its id, its word and the provider’s id', async () => {
    const person = somebody();
    const { MONTHLY } = await person.call(subscription.getPlans, {});
    const ids = [];
    for (const planId of [MONTHLY.id, 'MONTHLY', 'plan_sandbox_monthly'])
      ids.push(
        (await person.call(subscription.createSubscription, { body: { planId } })).subscriptionId,
      );
    expect(new Set(ids).size).toBe(1);
    for (const planId of ['', 'monthly', 'DAILY', '__proto__']) {
      const refusal = await refusalOf(
        person.call(subscription.createSubscription, { body: { planId } }),
      );
      expect(refusal.body.code).toBe('bad_input');
    }
  });
});

describe('buying', () => {
  test.each(['MONTHLY', 'ANNUAL'] as const)(
    '%s: Premium begins with the payment, not earlier',
    async (plan) => {
      const person = somebody();
      const other = await connectAs(person.client);
      const heard = heardBy(other);
      await expect(person.post(LONG)).rejects.toThrow('Use at most 500 characters.');
      const { checkout, subscriptionId, provider } = await create(person, plan);
      expect(provider).toBe('sandbox');
      expect(checkout).toBe(`${app.address}/sandbox/checkout/${subscriptionId}`);
      // The return from the checkout proves nothing.
      expect((await person.client.fetch('/premium?confirming')).status).toBeLessThan(500);
      expect(await statusOf(person)).toMatchObject({ isActive: false, status: 'pending' });
      expect(await tierOf(person)).toBe('free');

      const paid = await payWith(person, checkout);
      expect([paid.status, paid.headers.get('location')]).toEqual([303, '/premium?confirming']);
      await isUntil(person, 'active');
      const { startDate, endDate, ...rest } = await statusOf(person);
      expect(rest).toEqual({
        isActive: true,
        plan: plan === 'MONTHLY' ? 'Monthly' : 'Annual',
        status: 'active',
        paymentProvider: 'sandbox',
        cancelAtPeriodEnd: false,
      });
      const days = (Date.parse(String(endDate)) - Date.parse(String(startDate))) / DAY;
      expect(plan === 'MONTHLY' ? [28, 29, 30, 31] : [365, 366]).toContain(days);
      expect(await tierOf(person)).toBe('premium');
      await person.post(LONG);
      await expect
        .poll(() => heard)
        .toContainEqual({
          name: 'premiumChanged',
          payload: { premium: { isActive: true } },
        });
      const { data } = await person.call(subscription.listPayments, {});
      expect(data).toMatchObject([{ amount: plan === 'MONTHLY' ? 50 : 480, periodEnd: endDate }]);
    },
  );

  test('many requests at once create one subscription', async () => {
    const person = somebody();
    const made = await Promise.all(Array.from({ length: 12 }, async () => create(person)));
    expect(new Set(made.map(({ subscriptionId }) => subscriptionId)).size).toBe(1);
    const rows = await app.ctx.db
      .selectFrom('sandbox_subscriptions')
      .select('status')
      .where('customer_id', '=', person.id)
      .execute();
    expect(rows.filter(({ status }) => status === 'created')).toHaveLength(1);
  });

  test('another plan replaces an unpaid one, whose checkout then takes no money', async () => {
    const person = somebody();
    const monthly = await create(person, 'MONTHLY');
    const annual = await create(person, 'ANNUAL');
    expect(annual.subscriptionId).not.toBe(monthly.subscriptionId);
    await payWith(person, monthly.checkout);
    await payWith(person, annual.checkout);
    await isUntil(person, 'active');
    const { data } = await person.call(subscription.listPayments, {});
    expect(data.map(({ plan }) => plan)).toEqual(['Annual']);
  });

  test('a member with Premium can’t buy it again', async () => {
    const person = somebody();
    await buy(person);
    for (const plan of ['MONTHLY', 'ANNUAL'] as const)
      expect((await refusalOf(create(person, plan))).body.code).toBe('already_premium');
  });

  test('one test card is declined, another pays the second time', async () => {
    const person = somebody();
    const { checkout } = await create(person);
    for (const [card, status] of [
      ['declined', 402],
      ['declined', 402],
      ['retry', 402],
      ['retry', 303],
    ] as const)
      expect((await payWith(person, checkout, card)).status).toBe(status);
    await isUntil(person, 'active');

    const other = somebody();
    const second = await create(other);
    expect((await payWith(other, second.checkout, 'retry')).status).toBe(402);
    expect((await statusOf(other)).isActive).toBe(false);
    expect((await payWith(other, second.checkout, 'retry')).status).toBe(303);
    await isUntil(other, 'active');
  });

  test('many clicks at the checkout pay once, and strangers cannot pay', async () => {
    const [person, stranger] = [somebody(), somebody()];
    const { checkout } = await create(person);
    expect((await payWith(stranger, checkout)).status).toBe(404);
    expect((await stranger.client.fetch(new URL(checkout).pathname)).status).toBe(404);
    await Promise.all(Array.from({ length: 8 }, async () => payWith(person, checkout)));
    await isUntil(person, 'active');
    const { data } = await person.call(subscription.listPayments, {});
    expect(data).toHaveLength(1);
    expect((await statusOf(stranger)).status).toBeNull();
  });
});

describe('the lifecycle of a monthly subscription', () => {
  test('a subscription renews, fails, enters grace and recovers', async () => {
    const person = somebody();
    const id = await buy(person);
    const first = await statusOf(person);
    await advanceClock(person, id, 'renew');
    await until(async () => (await person.call(subscription.listPayments, {})).data.length === 2);
    const renewed = await statusOf(person);
    expect(renewed.status).toBe('active');
    expect(
      Math.abs(Date.parse(String(renewed.endDate)) - Date.parse(String(first.endDate))),
    ).toBeLessThan(4 * DAY);

    await advanceClock(person, id, 'fail');
    await isUntil(person, 'grace');
    expect((await statusOf(person)).isActive).toBe(true);
    expect(await tierOf(person)).toBe('premium');
    await advanceClock(person, id, 'retry');
    await isUntil(person, 'active');
    expect((await person.call(subscription.listPayments, {})).data).toHaveLength(3);
  });

  test('a subscription ends when its payment fails for good, and open tabs learn this', async () => {
    const person = somebody();
    const id = await buy(person);
    const heard = heardBy(await connectAs(person.client));
    await advanceClock(person, id, 'fail');
    await isUntil(person, 'grace');
    await advanceClock(person, id, 'giveUp');
    await isUntil(person, 'ended');
    expect(await tierOf(person)).toBe('free');
    await expect
      .poll(() => heard)
      .toContainEqual({
        name: 'premiumChanged',
        payload: { premium: { isActive: false } },
      });
  });

  test('a cancelled subscription ends with its period, and a new purchase works', async () => {
    const person = somebody();
    const id = await buy(person);
    const post = await person.post(LONG);
    expect(await cancel(person)).toEqual({ success: true, status: 'cancelled' });
    expect(await cancel(person)).toEqual({ success: true, status: 'cancelled' });
    expect(await statusOf(person)).toMatchObject({ isActive: true, cancelAtPeriodEnd: true });
    expect(await tierOf(person)).toBe('premium');
    expect((await refusalOf(create(person))).body.code).toBe('already_premium');

    await advanceClock(person, id, 'runOut');
    await isUntil(person, 'ended');
    expect(await tierOf(person)).toBe('free');
    await expect(person.post(LONG)).rejects.toThrow('Use at most 500 characters.');
    const feed = await person.client.fetch(`/api/posts/${post._id}`);
    expect(await feed.text()).toContain(LONG);

    const again = await buy(person, 'ANNUAL');
    expect(again).not.toBe(id);
    expect((await statusOf(person)).plan).toBe('Annual');
  });

  test('many cancellations at once call the provider once', async () => {
    const person = somebody();
    await buy(person);
    const cancelAtProvider = vi.spyOn(app.ctx.payments, 'cancel');
    const answers = await Promise.all(Array.from({ length: 8 }, async () => cancel(person)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['cancelled']));
    await cancel(person);
    expect(cancelAtProvider).toHaveBeenCalledTimes(1);
    cancelAtProvider.mockRestore();
  });

  test('a cancellation before the payment ends the subscription and its checkout', async () => {
    const person = somebody();
    const { checkout } = await create(person);
    expect(await cancel(person)).toEqual({ success: true, status: 'ended' });
    expect(await cancel(person)).toEqual({ success: true, status: 'ended' });
    await payWith(person, checkout);
    expect((await statusOf(person)).isActive).toBe(false);
    expect((await person.call(subscription.listPayments, {})).data).toEqual([]);
  });

  test('an annual subscription can’t be cancelled and ends by itself', async () => {
    const person = somebody();
    expect((await refusalOf(cancel(person))).status).toBe(409);
    const id = await buy(person, 'ANNUAL');
    const { status, body } = await refusalOf(cancel(person));
    expect([status, body.code]).toEqual([409, 'not_cancellable']);
    expect((await statusOf(person)).status).toBe('active');
    await advanceClock(person, id, 'runOut');
    await isUntil(person, 'ended');
    expect(await tierOf(person)).toBe('free');
  });
});
