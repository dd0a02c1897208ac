import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getPlans } from '@roost/contract/billing';
import {
  startAppForTest,
  startTestApp,
  type TestApp,
  withJobs,
} from '../../../../test/support/app.ts';
import { crowdOf, type Member } from '../../../../test/support/cast.ts';
import {
  buy,
  create,
  advanceClock,
  payWith,
  waitUntilReady,
  statusOf,
} from '../../../../test/support/premium.ts';
import { refusalOf } from '../../../../test/support/test-client.ts';

let app: TestApp;
let person: Member;
let other: Member;

beforeAll(async () => {
  app = await startTestApp(withJobs);
  [person, other] = (await crowdOf(app, 2, 'shopper')) as [Member, Member];
  await waitUntilReady(app);
});
afterAll(() => app.close());

test('the checkout shows the buyer and the price, and runs no scripts', async () => {
  await app.ctx.db
    .updateTable('users')
    .set({ full_name: `"><script>alert(1)</script>` })
    .where('id', '=', person.id)
    .execute();
  const { checkout } = await create(person, 'ANNUAL');
  const response = await person.client.fetch(checkout);
  const html = await response.text();
  expect(html).toContain('Rs 480.00');
  expect(html).toContain(`value="${person.username}@example.org"`);
  // In Arabic, the groups of digits would stand in reverse order without it.
  expect(html).toContain('<bdi dir="ltr">4111 1111 1111 1111</bdi>');
  expect(html).not.toContain('<script');
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("form-action 'self'");
  expect(policy).not.toMatch(/script-src|unsafe/);
  // Without a referrer, browsers send the form with a null origin, which the server refuses.
  expect(response.headers.get('referrer-policy')).toBe('same-origin');
});

test('the sandbox pages need the buyer’s session and the same origin', async () => {
  const { checkout } = await create(person, 'ANNUAL');
  const { pathname } = new URL(checkout);
  const stranger = app.client();
  for (const path of [pathname, '/sandbox/clock']) {
    const answer = await stranger.fetch(path);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/login']);
    expect((await stranger.fetch(path, { method: 'POST' })).status).toBe(401);
    const forged = await person.client.fetch(path, {
      method: 'POST',
      body: new URLSearchParams({ card: 'pays' }),
      headers: { Origin: 'https://evil.example' },
    });
    expect(forged.status).toBe(403);
  }
  expect((await other.client.fetch(pathname)).status).toBe(404);
  expect((await payWith(other, checkout)).status).toBe(404);
  for (const card of ['', 'nonsense', '__proto__', 'constructor'])
    expect((await payWith(person, checkout, card)).status).toBe(400);
  expect((await statusOf(person)).status).toBe('pending');
});

test('nobody can move another person’s clock, or make an impossible step', async () => {
  const id = await buy(other);
  const before = await statusOf(other);
  expect((await advanceClock(person, id, 'runOut')).status).toBe(404);
  for (const move of ['retry', 'giveUp', 'runOut']) await advanceClock(other, id, move);
  for (const move of ['', 'toString'])
    expect((await advanceClock(other, id, move)).status).toBe(400);
  expect(await statusOf(other)).toEqual(before);
});

describe('production', () => {
  test('production offers the sandbox only if PAYMENTS names it', async () => {
    const closed = await startAppForTest({ ...withJobs, NODE_ENV: 'production' });
    await waitUntilReady(closed);
    const [member] = (await crowdOf(closed, 1)) as [Member];
    expect((await member.call(getPlans, {})).isOffered).toBe(false);
    const { status, body } = await refusalOf(create(member));
    expect([status, body.code]).toEqual([403, 'not_offered']);
    // The answer is the web app's page or an error, never the sandbox.
    expect(await (await member.client.fetch('/sandbox/clock')).text()).not.toContain(
      'Sandbox clock',
    );
    const hook = await fetch(`${closed.address}/api/subscription/webhook`, { method: 'POST' });
    expect(hook.status).toBe(400);
    const open = await startAppForTest({
      ...withJobs,
      NODE_ENV: 'production',
      PAYMENTS: 'sandbox',
    });
    await waitUntilReady(open);
    const [buyer] = (await crowdOf(open, 1)) as [Member];
    expect((await buyer.call(getPlans, {})).isOffered).toBe(true);
  });
});
