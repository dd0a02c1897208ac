import type { ServerResponse } from 'node:http';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startAppForFile } from '../../test/support/app.ts';
import {
  answer,
  callTab,
  coolDown,
  friends,
  hangUp,
  reject,
  ring,
} from '../../test/support/calls.ts';
import { PASSWORD_HASH, type Member } from '../../test/support/cast.ts';
import {
  runPushes,
  startPushService,
  subscribe,
  type TakenPush,
} from '../../test/support/push-service.ts';
import { signIn } from '../../test/support/sign-in.ts';

const app = await startAppForFile({ PUSH_ALLOW_LOCAL: 'on' });

/** Two friends with a tab each, and a browser of the second one. */
async function scene() {
  const [caller, callee] = (await friends(app, 2)) as [Member, Member];
  const [tab, other] = [await callTab(caller), await callTab(callee)];
  await runPushes(app);
  const browser = (await startPushService()).browser();
  await subscribe(callee, browser);
  const heard = async () => {
    await runPushes(app);
    return browser.taken.splice(0).map(({ payload, headers }) => ({ payload, headers }));
  };
  return { caller, callee, tab, other, browser, heard };
}

test('a call rings on the browser, and its end takes the place of the ringing', async () => {
  const { caller, callee, tab, heard } = await scene();
  await ring(tab, callee, 'audio');
  const [ringing] = await heard();
  expect(ringing?.payload).toMatchObject({
    kind: 'calls',
    title: `${caller.username} of Roost is calling`,
    body: 'Voice call',
    tag: `call ${caller.id}`,
    opens: { page: 'chat', userId: caller.id },
    answer: 'Open',
    isSilent: false,
  });
  expect(Number(ringing?.headers.ttl)).toBeLessThanOrEqual(60);
  expect(ringing?.headers.urgency).toBe('high');
  await hangUp(tab, callee);
  const [missed, ...more] = await heard();
  expect(missed?.payload).toMatchObject({
    title: `Missed call from ${caller.username} of Roost`,
    tag: `call ${caller.id}`,
    answer: null,
  });
  expect(more).toEqual([]);
});

test('an answer on another device silences the ringing', async () => {
  const { callee, tab, other, heard } = await scene();
  const { signal } = await ring(tab, callee);
  expect(await heard()).toHaveLength(1);
  await answer(other, String(signal));
  const [over] = await heard();
  expect(over?.payload).toMatchObject({ body: 'Answered on another device.', isSilent: true });
  await hangUp(tab, callee);
  expect(await heard()).toEqual([]);
});

test('a rejection silences the ringing, and is no missed call', async () => {
  const { caller, callee, tab, other, heard } = await scene();
  await ring(tab, callee);
  expect(await heard()).toHaveLength(1);
  await reject(other, caller);
  expect((await heard()).map(({ payload }) => payload.body)).toEqual([
    'Declined on another device.',
  ]);
});

test('a call to somebody who is away is a missed call', async () => {
  const { caller, callee, tab, other, heard } = await scene();
  other.socket.disconnect();
  await expect
    .poll(async () => (await coolDown(app), (await ring(tab, callee)).code), { timeout: 10_000 })
    .toBe('user_offline');
  const all = await heard();
  expect(all.at(-1)?.payload.title).toBe(`Missed call from ${caller.username} of Roost`);
});

test('a call that has ended does not ring late', async () => {
  const { callee, tab, heard } = await scene();
  await ring(tab, callee);
  await app.ctx.events.settled();
  await hangUp(tab, callee);
  expect((await heard()).map(({ payload }) => payload.answer)).toEqual([null]);
});

test.each<[string, (call: Awaited<ReturnType<typeof scene>>, signal: string) => Promise<unknown>]>([
  ['answered', async ({ other }, signal) => answer(other, signal)],
  ['rejected', async ({ other, caller }) => reject(other, caller)],
])('a call that was %s before the browser rang causes no push', async (_, end) => {
  const call = await scene();
  const { signal } = await ring(call.tab, call.callee);
  await app.ctx.events.settled();
  await end(call, String(signal));
  expect(await call.heard()).toEqual([]);
});

test('a browser whose service did not take the ringing hears nothing of the answer', async () => {
  const { callee, tab, other, browser, heard } = await scene();
  browser.answer = (response) => response.writeHead(503).end();
  const { signal } = await ring(tab, callee);
  await heard();
  expect(browser.asked).toBe(1);
  delete browser.answer;
  await sql`update push_subscriptions set retry_at = null`.execute(app.ctx.db);
  await answer(other, String(signal));
  expect(await heard()).toEqual([]);
});

test('an answer while the service takes the ringing ends it afterwards', async () => {
  const { callee, tab, other, browser, heard } = await scene();
  const taking: ServerResponse[] = [];
  browser.answer = (response) => taking.push(response);
  const { signal } = await ring(tab, callee);
  const ringing = runPushes(app);
  await expect.poll(() => taking.length).toBe(1);
  delete browser.answer;
  await answer(other, String(signal));
  expect(await heard()).toEqual([]);
  taking[0]?.writeHead(201).end();
  await ringing;
  expect((await heard()).map(({ payload }) => payload.body)).toEqual([
    'Answered on another device.',
  ]);
});

test('an answer ends the ringing at once, also while the service of another browser takes it', async () => {
  const { callee, tab, other, browser, heard } = await scene();
  await app.ctx.db
    .updateTable('accounts')
    .set({ password_hash: PASSWORD_HASH })
    .where('user_id', '=', callee.id)
    .execute();
  const slow = (await startPushService()).browser();
  await subscribe(callee, slow, { client: await signIn(app, callee) });
  const taking: ServerResponse[] = [];
  slow.answer = (response) => taking.push(response);
  const { signal } = await ring(tab, callee);
  const ringing = runPushes(app);
  await expect.poll(() => [browser.taken.length, taking.length]).toEqual([1, 1]);
  const ringingOnes = async () =>
    app.ctx.db
      .selectFrom('push_subscriptions')
      .select('endpoint')
      .where('user_id', '=', callee.id)
      .where('ringing_call_id', 'is not', null)
      .execute();
  await expect.poll(ringingOnes).toEqual([{ endpoint: browser.endpoint }]);
  delete slow.answer;
  await answer(other, String(signal));
  const bodies = (taken: TakenPush[]) => taken.splice(0).map(({ payload }) => payload.body);
  await runPushes(app);
  expect(bodies(browser.taken)).toEqual(['Video call', 'Answered on another device.']);
  expect(bodies(slow.taken)).toEqual([]);
  taking[0]?.writeHead(201).end();
  await ringing;
  expect(await heard()).toEqual([]);
  expect(bodies(slow.taken)).toEqual(['Answered on another device.']);
});
