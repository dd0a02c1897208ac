import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { getLimits } from '@roost/contract/users';
import { editPost } from '@roost/contract/posts';
import * as subscription from '@roost/contract/billing';
import { startAppForFile, withJobs } from '../../../test/support/app.ts';
import type { Member } from '../../../test/support/cast.ts';
import { expectFailure } from '../../../test/support/failure.ts';
import { FakeProvider, type Signed } from '../../../test/support/fake-provider.ts';
import { payersOf } from '../../../test/support/payers.ts';
import { create, statusOf, until } from '../../../test/support/premium.ts';
import { connectAs, heardBy } from '../../../test/support/wire.ts';
import { endPremium } from '../premium/end-premium.ts';
import { findCurrent } from '../subscriptions/subscription.queries.ts';
import { refreshSubscription } from '../subscriptions/refresh-subscription.ts';

const DAY = 86_400_000;

const app = await startAppForFile(withJobs);
const provider = new FakeProvider();
Object.assign(app.ctx, { payments: provider });
const somebody = await payersOf(app, 11);

async function post(
  raw: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string>,
): Promise<Response> {
  return fetch(`${app.address}/api/subscription/webhook`, { method: 'POST', body: raw, headers });
}

const send = async ({ raw, headers }: Signed) =>
  post(new Uint8Array(raw), { 'Content-Type': 'application/json', ...headers });

const stored = async () => app.ctx.db.selectFrom('payment_events').selectAll().execute();

async function paidFor(person: Member, plan: 'MONTHLY' | 'ANNUAL' = 'MONTHLY'): Promise<string> {
  const { subscriptionId } = await create(person, plan);
  provider.charge(subscriptionId);
  for (const event of provider.outbox.splice(0)) expect((await send(event)).status).toBe(200);
  await until(async () => (await statusOf(person)).isActive);
  return subscriptionId;
}

/** Returns a signed event that would activate a subscription. */
async function chargedEvent(): Promise<Signed> {
  const { subscriptionId } = await create(somebody());
  provider.charge(subscriptionId);
  return provider.outbox.splice(0)[0] as Signed;
}

test('the webhook accepts only the exact bytes with their own signature', async () => {
  const { raw, headers } = await chargedEvent();
  const signature = headers['X-Fake-Signature'] as string;
  const json = { 'Content-Type': 'application/json' };
  const bytes = new Uint8Array(raw);
  const before = await stored();
  const refused: [string | Uint8Array<ArrayBuffer>, Record<string, string>][] = [
    [bytes, json],
    [bytes, { ...json, 'X-Fake-Signature': '' }],
    [bytes, { ...json, 'X-Fake-Signature': 'f'.repeat(64) }],
    [bytes, { ...json, 'X-Fake-Signature': signature.slice(0, -1) }],
    [bytes, { ...json, 'X-Fake-Signature': `${signature}0` }],
    [bytes, { ...json, 'X-Fake-Signature': signature.toUpperCase() }],
    [bytes, { ...json, 'X-Fake-Signature': `${signature}, ${signature}` }],
    [
      JSON.stringify(JSON.parse(raw.toString()), null, 1),
      { ...json, 'X-Fake-Signature': signature },
    ],
    [bytes, { 'Content-Type': 'text/plain', 'X-Fake-Signature': signature }],
    [bytes, { 'Content-Type': 'application/x-www-form-urlencoded', 'X-Fake-Signature': signature }],
    ['', { ...json, 'X-Fake-Signature': signature }],
  ];
  for (const [body, given] of refused) {
    const response = await post(body, given);
    expect(response.status, JSON.stringify(given)).toBe(400);
    await expectFailure(response, 'bad_signature');
  }
  const tooLarge = await post('x'.repeat(300_000), { ...json, 'X-Fake-Signature': signature });
  expect(tooLarge.status).toBe(413);
  expect(await stored()).toEqual(before);
  expect((await post(bytes, { ...json, 'X-Fake-Signature': signature })).status).toBe(200);
  expect((await stored()).length).toBe(before.length + 1);
});

test('an event has one effect, even if it arrives a hundred times', async () => {
  const person = somebody();
  const { subscriptionId } = await create(person);
  provider.charge(subscriptionId);
  const [event] = provider.outbox.splice(0) as [Signed];
  const answers = await Promise.all(Array.from({ length: 100 }, async () => send(event)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  await until(async () => (await statusOf(person)).isActive);
  await send(event);
  const rows = (await stored()).filter((row) => row.subscription === subscriptionId);
  expect(rows).toHaveLength(1);
  expect((await person.call(subscription.listPayments, {})).data).toHaveLength(1);
});

test('an event alone is no payment: only the provider’s state counts', async () => {
  const [person, other] = [somebody(), somebody()];
  const { subscriptionId } = await create(person);
  const lie = { id: 'evt_lie', type: 'subscription.charged', subscription: subscriptionId };
  await send(
    provider.event({ ...lie, user: other.id, amount: 1, plan: 'ANNUAL', until: '2099-01-01' }),
  );
  await until(async () =>
    (await stored()).some((row) => row.event_id === 'evt_lie' && row.handled_at),
  );
  expect((await statusOf(person)).status).toBe('pending');
  expect((await statusOf(other)).status).toBeNull();
});

test('the server ignores prices, plans and periods that a client sends', async () => {
  const person = somebody();
  const response = await person.client.fetch('/api/subscription/create', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      planId: 'ANNUAL',
      amount: 1,
      price: 1,
      plan: 'Monthly',
      period: 'century',
      isActive: true,
      userId: somebody().id,
      status: 'active',
    }),
  });
  expect(response.status).toBe(200);
  const { subscriptionId } = (await response.json()) as { subscriptionId: string };
  const { order } = provider.truthOf(subscriptionId);
  expect(order).toMatchObject({ userId: person.id, plan: 'Annual', amount: 48_000 });
  expect(await statusOf(person)).toMatchObject({ isActive: false, status: 'pending' });
});

test('the answer to an earlier request never overwrites a later one', async () => {
  const person = somebody();
  const { subscriptionId } = await create(person);
  const known = await findCurrent(app.ctx, person.id);
  if (!known) throw new Error('nothing was begun');
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const fetchState = provider.fetchState.bind(provider);
  const slow = vi.spyOn(provider, 'fetchState').mockImplementationOnce(async (ctx, id) => {
    const state = await fetchState(ctx, id);
    await held;
    return state;
  });
  const early = refreshSubscription(app.ctx, known, AbortSignal.timeout(10_000));
  await until(async () => slow.mock.calls.length === 1);
  provider.charge(subscriptionId);
  provider.outbox.length = 0;
  const late = await refreshSubscription(app.ctx, known, AbortSignal.timeout(10_000));
  expect(late.phase).toBe('live');
  release();
  expect((await early).phase).toBe('live');
  expect((await findCurrent(app.ctx, person.id))?.phase).toBe('live');
});

test('Premium ends by the clock: limits at the next request, badge on open sockets', async () => {
  const person = somebody();
  const heard = heardBy(await connectAs(person.client));
  await paidFor(person, 'ANNUAL');
  const long = await person.post('a'.repeat(1_000));
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const { endDate } = await statusOf(person);
    const end = Date.parse(String(endDate));
    vi.setSystemTime(end - 1_000);
    expect((await statusOf(person)).isActive).toBe(true);
    vi.setSystemTime(end);
    expect(await statusOf(person)).toMatchObject({ isActive: false, status: 'ended' });
    expect((await person.call(getLimits, {})).data.tier).toBe('free');
    // The owner may still correct a long post, but not make it longer.
    const edit = async (content: string) =>
      person.call(editPost, { params: { postId: long._id }, body: { content } });
    vi.setSystemTime(Date.parse(long.createdAt) + 60_000);
    await app.ctx.db
      .updateTable('users')
      .set({ premium_until: null })
      .where('id', '=', person.id)
      .execute();
    app.ctx.sessions.forget(person.id);
    expect((await edit('b'.repeat(1_000))).data.content).toBe('b'.repeat(1_000));
    await expect(edit('b'.repeat(1_001))).rejects.toThrow('Use at most 500 characters.');
    vi.setSystemTime(end);
    await expect(person.post('a'.repeat(1_000))).rejects.toThrow('Use at most 500 characters.');
    expect(await (await person.client.fetch(`/api/posts/${long._id}`)).text()).toContain(
      '"isActive":false',
    );
    await endPremium(app.ctx, { userId: person.id });
    await expect
      .poll(() => heard)
      .toContainEqual({
        name: 'premiumChanged',
        payload: { premium: { isActive: false } },
      });
    // Nothing prevents the next purchase.
    await create(person);
  } finally {
    vi.useRealTimers();
  }
});

test('one job waits for the end of the latest paid period', async () => {
  const person = somebody();
  await paidFor(person);
  const { rows } = await sql<{ run_at: Date }>`select run_at from graphile_worker.jobs
    where key = ${`premium ${person.id}`}`.execute(app.ctx.db);
  const { endDate } = await statusOf(person);
  expect(rows.map(({ run_at: at }) => at.getTime())).toEqual([
    Date.parse(String(endDate)) + 3 * DAY,
  ]);
});
