import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getPlans } from '@roost/contract/subscription';
import { startAppForTest, startTestApp, type TestApp } from '../../../test/app.ts';
import { crowdOf, type Member } from '../../../test/cast.ts';
import { buy, create, moveOn, payWith, settled, statusOf } from '../../../test/premium.ts';
import { refusalOf } from '../../../test/visitor.ts';

let app: TestApp;
let person: Member;
let other: Member;

beforeAll(async () => {
  app = await startTestApp();
  [person, other] = (await crowdOf(app, 2, 'shopper')) as [Member, Member];
  await settled(app);
});
afterAll(() => app.close());

test('the checkout shows who pays what, and nothing can run in it', async () => {
  await app.ctx.db
    .updateTable('users')
    .set({ full_name: `"><script>alert(1)</script>` })
    .where('id', '=', person.id)
    .execute();
  const { checkout } = await create(person, 'ANNUAL');
  const response = await person.visitor.fetch(checkout);
  const html = await response.text();
  expect(html).toContain('Rs 480.00');
  expect(html).toContain(`value="${person.username}@example.org"`);
  expect(html).not.toContain('<script');
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("form-action 'self'");
  expect(policy).not.toMatch(/script-src|unsafe/);
  // Or its own form would seem to come from nowhere, and be refused.
  expect(response.headers.get('referrer-policy')).toBe('same-origin');
});

test('it is for whoever it was made for, signed in, and not from elsewhere', async () => {
  const { checkout } = await create(person, 'ANNUAL');
  const { pathname } = new URL(checkout);
  const stranger = app.visitor();
  for (const path of [pathname, '/sandbox/clock']) {
    const answer = await stranger.fetch(path);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/login']);
    expect((await stranger.fetch(path, { method: 'POST' })).status).toBe(401);
    const forged = await person.visitor.fetch(path, {
      method: 'POST',
      body: new URLSearchParams({ card: 'pays' }),
      headers: { Origin: 'https://evil.example' },
    });
    expect(forged.status).toBe(403);
  }
  expect((await other.visitor.fetch(pathname)).status).toBe(404);
  expect((await payWith(other, checkout)).status).toBe(404);
  for (const card of ['', 'nonsense', '__proto__', 'constructor'])
    expect((await payWith(person, checkout, card)).status).toBe(400);
  expect((await statusOf(person)).status).toBe('pending');
});

test('nobody moves the clock of another, or to where it can’t go', async () => {
  const id = await buy(other);
  const before = await statusOf(other);
  expect((await moveOn(person, id, 'runOut')).status).toBe(404);
  for (const move of ['retry', 'giveUp', 'runOut']) await moveOn(other, id, move);
  for (const move of ['', 'toString']) expect((await moveOn(other, id, move)).status).toBe(400);
  expect(await statusOf(other)).toEqual(before);
});

describe('in production', () => {
  test('there is no sandbox, and nothing on offer, unless it is asked for by name', async () => {
    const closed = await startAppForTest({ NODE_ENV: 'production' });
    await settled(closed);
    const [member] = (await crowdOf(closed, 1)) as [Member];
    expect((await member.call(getPlans, {})).isOffered).toBe(false);
    const { status, body } = await refusalOf(create(member));
    expect([status, body.code]).toEqual([403, 'not_offered']);
    // The web app's page, or nothing: not the sandbox.
    expect(await (await member.visitor.fetch('/sandbox/clock')).text()).not.toContain(
      'Sandbox clock',
    );
    const hook = await fetch(`${closed.address}/api/subscription/webhook`, { method: 'POST' });
    expect(hook.status).toBe(400);
    const open = await startAppForTest({ NODE_ENV: 'production', PAYMENTS: 'sandbox' });
    await settled(open);
    const [buyer] = (await crowdOf(open, 1)) as [Member];
    expect((await buyer.call(getPlans, {})).isOffered).toBe(true);
  });
});
