import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import * as subscription from '@roost/contract/billing';
import { startAppForTest, withJobs } from '../../../../test/support/app.ts';
import { crowdOf, type Member } from '../../../../test/support/cast.ts';
import { create, statusOf, until } from '../../../../test/support/premium.ts';
import { FakeRazorpay, type Trouble } from '../../../../test/support/razorpay.ts';
import { refusalOf } from '../../../../test/support/test-client.ts';
import { startWithRazorpay } from '../../../../test/support/with-razorpay.ts';
import { passTime } from '../../../../test/support/pass-time.ts';
import { checkoutPage } from './checkout-page.ts';
import { Razorpay } from './razorpay.ts';
import { reconcilePayments } from '../../payments/reconcile-payments.ts';

const { app, razorpay, somebody, deliver } = await startWithRazorpay();

let person: Member;
let other: Member;
beforeEach(() => {
  [person, other] = [somebody(), somebody()];
});

const cancel = async () => person.call(subscription.cancelSubscription, {});
const asksFor = (path: string) => razorpay.asked.filter((each) => each.path.startsWith(path));

test('an event may have the signature of any of the webhook secrets', async () => {
  const { subscriptionId } = await create(person);
  const { body, headers } = razorpay.webhook(subscriptionId, 'subscription.authenticated');
  const config = app.ctx.config.razorpay!;
  const [current] = config.webhookSecrets;
  const lowerCase = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const read = (webhookSecrets: string[]) =>
    new Razorpay({ ...config, webhookSecrets }).readEvent(Buffer.from(body), lowerCase);
  expect(read(['a new secret', String(current)])).not.toBeNull();
  expect(read(['a new secret'])).toBeNull();
  expect(read([])).toBeNull();
});

test('a monthly purchase: create with our plan, pay at its page, confirm by webhook', async () => {
  const { subscriptionId, checkout, provider } = await create(person);
  const { pathname } = new URL(checkout);
  expect([provider, pathname]).toEqual([
    'razorpay',
    expect.stringMatching(/^\/checkout\/[\da-f-]{36}$/),
  ]);
  const [made] = asksFor('/v1/subscriptions');
  expect(made?.body).toMatchObject({
    plan_id: 'plan_month',
    quantity: 1,
    notes: { subscription: pathname.slice('/checkout/'.length), user: person.id, plan: 'Monthly' },
  });
  expect(made?.body['total_count']).toBeGreaterThan(12);
  expect((await statusOf(person)).status).toBe('pending');

  await deliver(razorpay.charge(subscriptionId));
  await until(async () => (await statusOf(person)).isActive);
  expect(await statusOf(person)).toMatchObject({
    plan: 'Monthly',
    status: 'active',
    paymentProvider: 'razorpay',
  });
  expect((await person.call(subscription.listPayments, {})).data).toMatchObject([{ amount: 50 }]);

  expect(await cancel()).toEqual({ success: true, status: 'cancelled' });
  expect(asksFor(`/v1/subscriptions/${subscriptionId}/cancel`)[0]?.body).toEqual({
    cancel_at_cycle_end: 1,
  });
  expect((await statusOf(person)).isActive).toBe(true);
});

test('the checkout page is prefilled, only for the buyer, and runs only Razorpay’s script', async () => {
  await app.ctx.db
    .updateTable('users')
    .set({ full_name: `"></button><script>alert(1)</script>` })
    .where('id', '=', person.id)
    .execute();
  const { checkout, subscriptionId } = await create(person, 'ANNUAL');
  const path = new URL(checkout).pathname;
  const response = await person.client.fetch(path);
  const html = await response.text();
  const scripts = html.match(/<script[^>]*>/g) ?? [];
  expect(scripts).toHaveLength(2);
  for (const script of scripts) expect(script).toMatch(/ nonce="[\w-]{20,}"/);
  const order = /data-order="([^"]*)"/.exec(html)?.[1]?.replaceAll('&quot;', '"') ?? '';
  expect(JSON.parse(order)).toMatchObject({
    key: 'rzp_test_key',
    subscription_id: subscriptionId,
    prefill: { email: `${person.username}@example.org` },
  });
  expect(html).toContain('Rs 480.00');
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toContain(`frame-src ${app.ctx.config.razorpay?.checkoutUrl}`);
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  expect(
    (await person.client.fetch('/privacy/')).headers.get('content-security-policy'),
  ).not.toMatch(/script-src|127\.0/);

  expect((await other.client.fetch(path)).status).toBe(404);
  expect((await person.client.fetch('/checkout/nonsense')).status).toBe(404);
  const stranger = await app.client().fetch(path);
  expect([stranger.status, stranger.headers.get('location')]).toEqual([303, '/login']);
  await deliver(razorpay.charge(subscriptionId));
  await until(async () => (await statusOf(person)).isActive);
  const paid = await person.client.fetch(path);
  expect([paid.status, paid.headers.get('location')]).toEqual([303, '/premium']);
});

test('the checkout page allows the real Razorpay hosts and no others', () => {
  const config = { checkoutUrl: 'https://checkout.razorpay.com', keyId: 'rzp_live_1' };
  const order = { id: '', userId: '', plan: 'Monthly' as const, amount: 5_000 };
  const { script } = checkoutPage({ ...config } as never, order, 'sub_1', {
    name: '',
    email: '',
    site: '',
    locale: 'en',
  });
  expect(script).toMatchObject({
    load: 'https://checkout.razorpay.com/v1/checkout.js',
    from: ['https://razorpay.com', 'https://*.razorpay.com'],
  });
});

test('an annual payment is final at Razorpay and still active here', async () => {
  const { subscriptionId } = await create(person, 'ANNUAL');
  expect(asksFor('/v1/subscriptions')[0]?.body).toMatchObject({
    plan_id: 'plan_year',
    total_count: 1,
  });
  await deliver(razorpay.charge(subscriptionId));
  await until(async () => (await statusOf(person)).isActive);
  expect(razorpay.subscriptions.get(subscriptionId)?.status).toBe('completed');
  expect((await statusOf(person)).status).toBe('active');
});

test('a payment without a period in its invoice covers one period from its date', async () => {
  const { subscriptionId } = await create(person, 'ANNUAL');
  const event = razorpay.charge(subscriptionId);
  Object.assign(razorpay.invoices[0] ?? {}, { billing_start: null, billing_end: null });
  await deliver(event);
  await until(async () => (await statusOf(person)).isActive);
  const { startDate, endDate } = await statusOf(person);
  expect(
    new Date(String(endDate)).getUTCFullYear() - new Date(String(startDate)).getUTCFullYear(),
  ).toBe(1);
});

test('a failed payment starts grace, then ends the subscription and all charges', async () => {
  const { subscriptionId } = await create(person);
  const monthAgo = Math.floor(Date.now() / 1_000) - 30 * 86_400;
  await deliver(razorpay.charge(subscriptionId, monthAgo));
  const found = razorpay.subscriptions.get(subscriptionId);
  Object.assign(found ?? {}, { status: 'pending' });
  await deliver(razorpay.webhook(subscriptionId, 'subscription.pending'));
  await until(async () => (await statusOf(person)).status === 'grace');
  expect((await statusOf(person)).isActive).toBe(true);
  Object.assign(found ?? {}, { status: 'halted' });
  await deliver(razorpay.webhook(subscriptionId, 'subscription.halted'));
  await until(async () => (await statusOf(person)).status === 'ended');
  await until(async () => razorpay.subscriptions.get(subscriptionId)?.status === 'cancelled');
});

test('the hourly reconciliation replaces a lost webhook', async () => {
  const { subscriptionId } = await create(person);
  razorpay.charge(subscriptionId);
  await reconcilePayments(app.ctx, {});
  expect((await statusOf(person)).isActive).toBe(true);
});

test('people pay exactly what our page says', async () => {
  const misfit = await FakeRazorpay.start();
  onTestFinished(() => misfit.close());
  misfit.plans['plan_year'] = { amount: 4_800_000, currency: 'INR', period: 'yearly' };
  misfit.plans['plan_month'] = { amount: 5_000, currency: 'USD', period: 'monthly' };
  const [buyer] = (await crowdOf(await startAppForTest({ ...withJobs, ...misfit.env }), 1)) as [
    Member,
  ];
  for (const plan of ['ANNUAL', 'MONTHLY'] as const)
    expect((await refusalOf(create(buyer, plan))).status).toBe(503);
  expect(misfit.asked.filter(({ method }) => method === 'POST')).toEqual([]);
  expect((await statusOf(buyer)).status).toBeNull();
});

test('the log keeps why Razorpay refused, without email addresses', async () => {
  const strict = await FakeRazorpay.start();
  onTestFinished(() => strict.close());
  const lines: string[] = [];
  const logTo = { write: (line: string) => void lines.push(line) };
  const shop = await startAppForTest({ ...withJobs, ...strict.env, LOG_LEVEL: 'error' }, { logTo });
  const [buyer] = (await crowdOf(shop, 1)) as [Member];
  strict.refusal = 'The customer ann@example.org is not allowed to pay.';
  expect((await refusalOf(create(buyer))).status).toBe(503);
  const line = lines.find((each) => each.includes('Razorpay refused'));
  expect(line).toContain('The customer …@… is not allowed to pay.');
  expect(lines.join('\n')).not.toContain('ann@example.org');
});

test('cancelling succeeds if Razorpay already ended the subscription', async () => {
  const { subscriptionId } = await create(person);
  Object.assign(razorpay.subscriptions.get(subscriptionId) ?? {}, { status: 'expired' });
  expect(await cancel()).toEqual({ success: true, status: 'ended' });
  await create(person);
});

describe('outages', () => {
  test.each<Trouble>(['down', 'garbage', 'hangup', 'limited', 'slow'])(
    '%s: a plain answer within 5 s, nothing kept, and it works again after',
    async (trouble) => {
      razorpay.trouble = trouble;
      const started = performance.now();
      const refusal = await refusalOf(create(person));
      expect(performance.now() - started).toBeLessThan(5_000);
      expect([refusal.status, refusal.body.code]).toEqual([503, 'unavailable']);
      expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await statusOf(person)).status).toBeNull();
      razorpay.trouble = undefined;
      await create(person);
    },
  );

  test('after several failures, requests fail at once, until a later attempt succeeds', async () => {
    razorpay.trouble = 'slow';
    const many = Array.from({ length: 6 }, somebody);
    await Promise.all(many.map(async (each) => refusalOf(create(each))));
    const asked = razorpay.asked.length;
    const started = performance.now();
    for (let n = 0; n < 20; n += 1) expect((await refusalOf(create(other))).status).toBe(503);
    expect(razorpay.asked.length).toBe(asked);
    // Waiting for a single timeout would take longer.
    expect(performance.now() - started).toBeLessThan(20 * 400);
    await person.post('meanwhile');
    razorpay.trouble = undefined;
    passTime(31_000);
    await create(other);
  });

  test('the server stores a webhook, and its job retries until Razorpay answers', async () => {
    const { subscriptionId } = await create(person);
    const event = razorpay.charge(subscriptionId);
    razorpay.trouble = 'down';
    await deliver(event);
    await until(async () => asksFor(`/v1/subscriptions/${subscriptionId}`).length > 0);
    expect((await statusOf(person)).isActive).toBe(false);
    razorpay.trouble = undefined;
    await until(async () => (await statusOf(person)).isActive);
  });

  test('a failed cancellation is not shown as a cancellation', async () => {
    const { subscriptionId } = await create(person);
    await deliver(razorpay.charge(subscriptionId));
    await until(async () => (await statusOf(person)).isActive);
    razorpay.trouble = 'down';
    expect((await refusalOf(cancel())).status).toBe(503);
    expect((await statusOf(person)).status).toBe('active');
    razorpay.trouble = undefined;
    expect((await cancel()).status).toBe('cancelled');
  });
});
