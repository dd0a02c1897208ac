import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import * as subscription from '@roost/contract/billing';
import { startAppForFile, withJobs } from '../../../test/support/app.ts';
import type { Member } from '../../../test/support/cast.ts';
import { FakeProvider } from '../../../test/support/fake-provider.ts';
import { payersOf } from '../../../test/support/payers.ts';
import { create, statusOf, until } from '../../../test/support/premium.ts';
import { refusalOf } from '../../../test/support/test-client.ts';
import { connectAs, heardBy } from '../../../test/support/wire.ts';
import { refreshByProviderId } from '../subscriptions/refresh-by-provider-id.ts';
import { endPremium } from '../premium/end-premium.ts';
import { warnOfPayments } from './warn-of-payments.ts';
import { reconcilePayments } from './reconcile-payments.ts';

const DAY = 86_400_000;

const app = await startAppForFile(withJobs);
const provider = new FakeProvider();
Object.assign(app.ctx, { payments: provider });
const somebody = await payersOf(app, 12);

async function buy(person: Member, plan: 'MONTHLY' | 'ANNUAL' = 'MONTHLY'): Promise<string> {
  const { subscriptionId } = await create(person, plan);
  provider.charge(subscriptionId);
  provider.outbox.length = 0;
  await refreshByProviderId(app.ctx, subscriptionId);
  return subscriptionId;
}

const cancel = async (person: Member) => person.call(subscription.cancelSubscription, {});

async function afterItsEnd(person: Member, work: (end: number) => Promise<void>): Promise<void> {
  const end = Date.parse(String((await statusOf(person)).endDate));
  vi.useFakeTimers({ toFake: ['Date'], now: end + 60_000 });
  try {
    await work(end);
  } finally {
    vi.useRealTimers();
  }
}

test('between a month’s end and the renewal’s confirmation, nobody sees a failed payment', async () => {
  const person = somebody();
  const id = await buy(person);
  await afterItsEnd(person, async () => {
    expect(await statusOf(person)).toMatchObject({ isActive: true, status: 'active' });
    provider.fail(id, false);
    await refreshByProviderId(app.ctx, id);
    expect(await statusOf(person)).toMatchObject({ isActive: true, status: 'grace' });
    provider.charge(id);
    await refreshByProviderId(app.ctx, id);
    expect(await statusOf(person)).toMatchObject({ isActive: true, status: 'active' });
  });
});

test('a cancellation during a renewal takes effect at the end of the renewed period', async () => {
  const person = somebody();
  const id = await buy(person);
  await afterItsEnd(person, async () => {
    const cancelAtProvider = vi.spyOn(provider, 'cancel').mockResolvedValue();
    expect(await cancel(person)).toEqual({ success: true, status: 'cancelled' });
    expect(cancelAtProvider.mock.calls.map(([, , when]) => when)).toEqual(['atPeriodEnd']);
    cancelAtProvider.mockRestore();
    expect((await statusOf(person)).isActive).toBe(true);
    // The provider had already started this charge.
    provider.charge(id);
    await refreshByProviderId(app.ctx, id);
    const { isActive, status, endDate } = await statusOf(person);
    expect([isActive, status]).toEqual([true, 'cancelled']);
    expect(Date.parse(String(endDate))).toBeGreaterThan(Date.now() + 20 * DAY);
  });
});

test('a checkout with an old price is not reused and takes no money', async () => {
  const person = somebody();
  const before = await create(person);
  const prices = app.ctx.config.prices as { monthly: number };
  const { monthly } = prices;
  prices.monthly = 60;
  try {
    const after = await create(person);
    expect(after.subscriptionId).not.toBe(before.subscriptionId);
    expect(provider.truthOf(before.subscriptionId).status).toBe('over');
    expect(provider.truthOf(after.subscriptionId).order.amount).toBe(6_000);
    expect((await create(person)).subscriptionId).toBe(after.subscriptionId);
  } finally {
    prices.monthly = monthly;
  }
});

test('two invoices of one payment count as one payment', async () => {
  const person = somebody();
  const id = await buy(person);
  const truth = provider.truthOf(id);
  truth.payments.push({ ...(truth.payments[0] as (typeof truth.payments)[number]) });
  await refreshByProviderId(app.ctx, id);
  expect((await person.call(subscription.listPayments, {})).data).toHaveLength(1);
  expect((await statusOf(person)).isActive).toBe(true);
});

test('the job waits for a clock that is late, then announces the end once', async () => {
  const person = somebody();
  await buy(person, 'ANNUAL');
  const heard = heardBy(await connectAs(person.client));
  const endEvents = () => heard.filter(({ name }) => name === 'premiumChanged').length;
  const end = Date.parse(String((await statusOf(person)).endDate));
  vi.useFakeTimers({ toFake: ['Date'], now: end - 5_000 });
  try {
    await endPremium(app.ctx, { userId: person.id });
    expect(endEvents()).toBe(0);
    const { rows } = await waiting(`premium ${person.id}`);
    expect(rows).toHaveLength(1);
    vi.setSystemTime(end + 1_000);
    provider.trouble = 'away';
    await endPremium(app.ctx, { userId: person.id });
    await until(async () => endEvents() === 1);
    // Another job asks the provider. It may fail without a second announcement.
    await until(async () => (await failures('refreshSubscription')) > 0);
    expect(endEvents()).toBe(1);
  } finally {
    provider.trouble = undefined;
    vi.useRealTimers();
  }
});

test('a full reconciliation reports how many subscriptions it asked about, failed and skipped', async () => {
  await buy(somebody());
  await buy(somebody());
  const report = crypto.randomUUID();
  await reconcilePayments(app.ctx, { all: true, report });
  const { asked, failed, not_asked: left } = await checkOf(report);
  expect([asked >= 2, failed, left]).toEqual([true, 0, 0]);
  provider.trouble = 'away';
  const second = crypto.randomUUID();
  await reconcilePayments(app.ctx, { all: true, report: second });
  provider.trouble = undefined;
  expect(await checkOf(second)).toMatchObject({
    asked: 1,
    failed: 1,
    not_asked: asked - 1,
    trouble: expect.stringContaining('does not answer'),
  });
});

test('the server warns about subscriptions of another provider and refuses to cancel them', async () => {
  const person = somebody();
  await buy(person);
  const warn = vi.spyOn(app.ctx.log, 'warn').mockImplementation(() => {});
  try {
    await warnOfPayments({ ...app.ctx, config: { ...app.ctx.config, payments: 'off' } });
    expect(warn.mock.calls[0]?.[0]).toMatchObject({ provider: 'razorpay' });
    warn.mockClear();
    await warnOfPayments({ ...app.ctx, config: { ...app.ctx.config, payments: 'razorpay' } });
    expect(warn).not.toHaveBeenCalled();
    const config = { ...app.ctx.config, payments: 'sandbox' as const };
    const isPublic = { publicUrl: 'https://roost.example' };
    await warnOfPayments({ ...app.ctx, config: { ...config, ...isPublic } });
    expect(JSON.stringify(warn.mock.calls)).toContain('PAYMENTS=sandbox');
  } finally {
    warn.mockRestore();
  }
  Object.assign(app.ctx, { payments: Object.assign(new FakeProvider(), { name: 'sandbox' }) });
  const refusal = await refusalOf(cancel(person));
  Object.assign(app.ctx, { payments: provider });
  expect([refusal.status, refusal.body.code]).toEqual([409, 'not_cancellable']);
});

async function checkOf(id: string) {
  return app.ctx.db
    .selectFrom('payment_checks')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

const waiting = async (key: string) =>
  sql`select from graphile_worker.jobs where key = ${key} and run_at > now() + interval '30 s'`.execute(
    app.ctx.db,
  );

async function failures(name: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from graphile_worker.jobs where task_identifier = ${name} and last_error is not null`.execute(
    app.ctx.db,
  );
  return rows[0]?.count ?? 0;
}
