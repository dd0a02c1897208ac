import type { ServerResponse } from 'node:http';
import { getPush } from '@roost/contract/push';
import * as reactions from '@roost/contract/reactions';
import { getSite } from '@roost/contract/site';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startAppForFile, startAppForTest, withJobs } from '../../../test/support/app.ts';
import { crowdOf, type Member } from '../../../test/support/cast.ts';
import { METRICS_TOKEN, readMetrics } from '../../../test/support/metrics.ts';
import { startRawSite } from '../../../test/support/other-site.ts';
import { runPushes, startPushService, subscribe } from '../../../test/support/push-service.ts';
import { KeyRings } from '../../config/key-rings.ts';
import { jobsOf } from '../../../test/support/vendor-graphile-worker.ts';
import { sendPushJob, type PushJob } from '../push.jobs.ts';

const app = await startAppForFile({ PUSH_ALLOW_LOCAL: 'on' });

let count = 0;
async function withBrowser(at = app) {
  const [me, other] = (await crowdOf(at, 2, `sent${(count += 1)}_`)) as [Member, Member];
  const browser = (await startPushService()).browser();
  await subscribe(me, browser);
  return { me, other, browser };
}

const waiting = async () => jobsOf<PushJob>(app, sendPushJob.name);
const subscriptionOf = async (member: Member) => (await member.call(getPush, {})).data.subscription;
const like = async (member: Member, owner: Member) =>
  member.call(reactions.toggleLike, { params: { postId: (await owner.post('x'))._id } });

/** Lets the pause of all services end. */
async function endPauses(): Promise<void> {
  await sql`update push_subscriptions set retry_at = now() - interval '1 second'`.execute(
    app.ctx.db,
  );
}

test.each([404, 410])(
  'a browser that its service has forgotten (%i) is dropped',
  async (status) => {
    const { me, other, browser } = await withBrowser();
    browser.answer = (response) => response.writeHead(status).end();
    await like(other, me);
    await runPushes(app);
    expect(await subscriptionOf(me)).toBeNull();
    expect(await waiting()).toEqual([]);
  },
);

test.each<[string, (response: ServerResponse) => unknown, number, number]>([
  ['a service that is busy', (to) => to.writeHead(503).end(), 25, 35],
  ['one that names a time', (to) => to.writeHead(429, { 'Retry-After': '300' }).end(), 290, 305],
  [
    'one that names a long time',
    (to) => to.writeHead(503, { 'Retry-After': '86400' }).end(),
    21_000,
    21_605,
  ],
  ['one that names nonsense', (to) => to.writeHead(429, { 'Retry-After': 'soon' }).end(), 25, 35],
  ['one that hangs up', (to) => to.destroy(), 25, 35],
  [
    'one that redirects',
    (to) => to.writeHead(500, { Location: 'http://127.0.0.1/' }).end(),
    25,
    35,
  ],
])('%s gets the push later', async (_, answer, least, most) => {
  const { me, other, browser } = await withBrowser();
  browser.answer = answer;
  await like(other, me);
  await runPushes(app);
  const [job, ...more] = await waiting();
  expect(more).toEqual([]);
  expect(job?.payload).toMatchObject({ userId: me.id, sessionId: expect.any(String) });
  expect(job?.seconds).toBeGreaterThan(least);
  expect(job?.seconds).toBeLessThan(most);
  delete browser.answer;
  await endPauses();
  await runPushes(app);
  expect(browser.taken).toHaveLength(1);
  expect(await waiting()).toEqual([]);
});

test.each([301, 400, 401, 403, 413])(
  'a refusal (%i) is not repeated, and drops nothing',
  async (status) => {
    const { me, other, browser } = await withBrowser();
    browser.answer = (response) =>
      response.writeHead(status, { Location: browser.endpoint }).end('x'.repeat(1_000_000));
    await like(other, me);
    await runPushes(app);
    expect(browser.asked).toBe(1);
    expect(await waiting()).toEqual([]);
    expect(await subscriptionOf(me)).not.toBeNull();
  },
);

test('a service that fails is left alone for a while, and other browsers are not', async () => {
  const { me, other, browser } = await withBrowser();
  browser.answer = (response) => response.writeHead(500).end();
  await like(other, me);
  await runPushes(app);
  await like(other, me);
  await runPushes(app);
  expect(browser.asked).toBe(1);
  const one = await withBrowser();
  await like(one.other, one.me);
  await runPushes(app);
  expect(one.browser.taken).toHaveLength(1);
  // Each waits for its service, and a third one about the same would take the place of its like.
  expect(browser.asked).toBe(1);
  delete browser.answer;
  await endPauses();
  await runPushes(app);
  expect(browser.taken).toHaveLength(2);
});

test('the delay doubles with each failure, and ends with the success', async () => {
  const { me, other, browser } = await withBrowser();
  browser.answer = (response) => response.writeHead(500).end();
  await like(other, me);
  const delays: number[] = [];
  for (let n = 0; n < 3; n += 1) {
    await runPushes(app);
    await endPauses();
    delays.push(Math.round(((await waiting())[0]?.seconds ?? 0) / 30));
  }
  expect(delays).toEqual([1, 2, 4]);
  delete browser.answer;
  await runPushes(app);
  browser.answer = (response) => response.writeHead(500).end();
  await like(other, me);
  await runPushes(app);
  expect(Math.round((await waiting())[0]!.seconds / 30)).toBe(1);
  await endPauses();
  delete browser.answer;
  await runPushes(app);
});

/** Moves the failures of a browser so many days back. */
async function passDays(member: Member, days: number): Promise<void> {
  await sql`update push_subscriptions set failing_since = failing_since - make_interval(days => ${days}::int),
    retry_at = retry_at - make_interval(days => ${days}::int) where user_id = ${member.id}`.execute(
    app.ctx.db,
  );
}

test('a service that fails for two weeks and many times has lost the browser', async () => {
  const { me, other, browser } = await withBrowser();
  browser.answer = (response) => response.writeHead(500).end();
  await like(other, me);
  await runPushes(app);
  await sql`update push_subscriptions set failures = 20 where user_id = ${me.id}`.execute(
    app.ctx.db,
  );
  await passDays(me, 15);
  await runPushes(app);
  expect(await subscriptionOf(me)).toBeNull();
  expect(await waiting()).toEqual([]);
});

test('two failures with two weeks without pushes between them drop nothing', async () => {
  const { me, other, browser } = await withBrowser();
  browser.answer = (response) => response.writeHead(413).end();
  await like(other, me);
  await runPushes(app);
  await passDays(me, 15);
  browser.answer = (response) => response.writeHead(503).end();
  await like(other, me);
  await runPushes(app);
  expect(await subscriptionOf(me)).not.toBeNull();
  delete browser.answer;
  await endPauses();
  await runPushes(app);
  expect(browser.taken).toHaveLength(1);
});

test('a push that nobody wants any more is not sent', async () => {
  const { me, other, browser } = await withBrowser();
  await like(other, me);
  await app.ctx.events.settled();
  await sql`update graphile_worker._private_jobs set payload =
      (payload::jsonb || jsonb_build_object('since', (payload->>'since')::bigint - 86400000))::json
    where payload->>'userId' = ${me.id}`.execute(app.ctx.db);
  await runPushes(app);
  expect(browser.asked).toBe(0);
});

test('a hanging service costs one time-out, and the others get theirs meanwhile', async () => {
  const { me, other } = await withBrowser();
  const hanging = await startRawSite('', () => {});
  const { browser: good } = { browser: (await startPushService()).browser() };
  const one = (await startPushService()).browser();
  await subscribe(me, { ...one, endpoint: `${hanging}/send/1` });
  const two = await withBrowser();
  await subscribe(two.me, good);
  await like(other, me);
  await like(two.other, two.me);
  const begin = performance.now();
  await runPushes(app);
  expect(performance.now() - begin).toBeLessThan(12_000);
  expect(good.taken).toHaveLength(1);
  expect((await waiting()).map(({ payload }) => payload.userId)).toEqual([me.id]);
}, 30_000);

test('after a rotation an old subscription goes on, and without its key it ends', async () => {
  const { me, other, browser } = await withBrowser();
  const key = async () => (await me.call(getSite, {})).data.vapidKey;
  const before = await key();
  const rings = new KeyRings(app.ctx.config);
  rings.rotate('push-key', Date.now() + 3_600_000);
  app.ctx.keys.reload();
  await expect.poll(key, { timeout: 8_000 }).not.toBe(before);
  await like(other, me);
  await runPushes(app);
  expect(browser.taken.splice(0).map((taken) => taken.key)).toEqual([before]);
  rings.endOld('push-key');
  app.ctx.keys.reload();
  await like(other, me);
  await runPushes(app);
  expect(browser.taken).toEqual([]);
  expect(await subscriptionOf(me)).toBeNull();
  await subscribe(me, browser);
  await like(other, me);
  await runPushes(app);
  expect(browser.taken.map((taken) => taken.key)).toEqual([await key()]);
}, 20_000);

test('the jobs of a running server send a push, and metrics count it', async () => {
  const running = await startAppForTest({ ...withJobs, METRICS_TOKEN, PUSH_ALLOW_LOCAL: 'on' });
  const { me, other, browser } = await withBrowser(running);
  await other.post(`@${me.username}`);
  await expect.poll(() => browser.taken.length, { timeout: 15_000 }).toBe(1);
  await expect
    .poll(async () => (await readMetrics(running)).get('pushes_total'))
    .toContainEqual({ labels: { outcome: 'sent' }, value: 1 });
}, 30_000);
