import * as auth from '@roost/contract/auth';
import { endSessionsOf } from '@roost/contract/moderation';
import { deleteAccount } from '@roost/contract/personal-data';
import * as push from '@roost/contract/push';
import { unfollow } from '@roost/contract/relations';
import { getSite } from '@roost/contract/site';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startAppForFile, startAppForTest } from '../../../test/support/app.ts';
import { crowdOf, join, PASSWORD, type Member } from '../../../test/support/cast.ts';
import { erase } from '../../../test/support/erase.ts';
import { caseOf, decide, report } from '../../../test/support/moderation.ts';
import {
  runPushes,
  startPushService,
  subscribe,
  type Browser,
} from '../../../test/support/push-service.ts';
import { untilSomebodyWaits } from '../../../test/support/locks.ts';
import { sessionOf, signIn } from '../../../test/support/sign-in.ts';
import { joinStaff } from '../../../test/support/staff.ts';
import { refusalOf, type TestClient } from '../../../test/support/test-client.ts';
import { asPerson } from '../../auth/as-person.ts';
import { deleteSubscriptionsOfExpiredSessions } from './delete-subscriptions.ts';
import { saveSubscription } from './own-subscription.ts';

const app = await startAppForFile({ PUSH_ALLOW_LOCAL: 'on' });
const moe = await joinStaff(app, 'moe');

let count = 0;
const somebody = async () => join(app, `phone${(count += 1)}`);
const newBrowser = async () => (await startPushService()).browser();
const own = async (client: Pick<TestClient, 'call'>) =>
  (await client.call(push.getPush, {})).data.subscription;
const stored = async (member: Member) =>
  Number(
    (
      await sql<{
        n: string;
      }>`select count(*) as n from push_subscriptions where user_id = ${member.id}`.execute(
        app.ctx.db,
      )
    ).rows[0]?.n,
  );

async function refusal(member: Pick<Member, 'call'>, browser: Partial<Browser>, more: object = {}) {
  const { endpoint = '', keys = { p256dh: '', auth: '' } } = browser;
  const body = { endpoint, keys, ...more };
  return refusalOf(member.call(push.subscribeToPush, { body }));
}

test('a session has its own subscription, which it changes and ends', async () => {
  const me = await somebody();
  const other = await signIn(app, me);
  const [one, two] = [await newBrowser(), await newBrowser()];
  expect(await own(me)).toBeNull();
  expect(await subscribe(me, one, { kinds: ['calls', 'calls'], preview: false })).toEqual({
    endpoint: one.endpoint,
    kinds: ['calls'],
    preview: false,
  });
  await subscribe(me, one, { kinds: ['messages'] });
  await subscribe(me, two, { client: other });
  expect(await own(me)).toEqual({ endpoint: one.endpoint, kinds: ['messages'], preview: true });
  expect((await own(other))?.endpoint).toBe(two.endpoint);
  expect(await stored(me)).toBe(2);
  await me.call(push.unsubscribeFromPush, {});
  await me.call(push.unsubscribeFromPush, {});
  expect(await own(me)).toBeNull();
  expect((await own(other))?.endpoint).toBe(two.endpoint);
});

test('a browser belongs to the session that subscribed last', async () => {
  const [before, after] = [await somebody(), await somebody()];
  const browser = await newBrowser();
  await subscribe(before, browser);
  await subscribe(after, browser);
  expect(await own(before)).toBeNull();
  expect((await own(after))?.endpoint).toBe(browser.endpoint);
});

test('nobody ends the subscription of somebody else by knowing the endpoint', async () => {
  const [owner, thief] = [await somebody(), await somebody()];
  const browser = await newBrowser();
  await subscribe(owner, browser);
  const { keys } = await newBrowser();
  await subscribe(thief, { endpoint: browser.endpoint, keys });
  expect(await own(owner)).not.toBeNull();
});

async function suspend(person: Member) {
  await report(await somebody(), 'user', person.id);
  await decide(moe, (await caseOf(moe, person.id))._id, { action: 'suspend' });
}

test.each<[string, (me: Member) => Promise<unknown>]>([
  ['a sign-out', async (me) => me.call(auth.logout, {})],
  [
    'the end of the session from elsewhere',
    async (me) => {
      const sessionId = (await sessionOf(app, me.client))!.id;
      return (await signIn(app, me)).call(auth.endSession, { params: { sessionId } });
    },
  ],
  ['the end of all others', async (me) => (await signIn(app, me)).call(auth.endOtherSessions, {})],
  [
    'a new password',
    async (me) =>
      (await signIn(app, me)).call(auth.updatePassword, {
        body: { oldpassword: PASSWORD, newpassword: 'another long passphrase' },
      }),
  ],
  ['the end by a moderator', async (me) => moe.call(endSessionsOf, { params: { userId: me.id } })],
  ['a suspension', suspend],
  ['the closing of the account', async (me) => me.call(deleteAccount, {})],
  ['the erasure', async (me) => erase(app.ctx, me.id)],
])('%s ends the subscription', async (_, end) => {
  const me = await somebody();
  await subscribe(me, await newBrowser());
  expect(await stored(me)).toBe(1);
  await end(me);
  expect(await stored(me)).toBe(0);
});

test('a session that ends during the look-up of the endpoint leaves the browser to a newer one', async () => {
  const me = await somebody();
  const browser = await newBrowser();
  const [session, newer] = [await sessionOf(app, me.client), await signIn(app, me)];
  const { viewer, ...ctx } = asPerson(app.ctx, me.id);
  const tokenHash = session!.token_hash.toString('base64');
  const slow = { ...ctx, viewer: { ...viewer, sessionId: session!.id, tokenHash } };
  await me.call(auth.logout, {});
  await subscribe(me, browser, { client: newer });
  const body = push.subscribeToPush.body!.parse(browser);
  await expect(saveSubscription(slow, body)).rejects.toMatchObject({ code: 'unauthenticated' });
  expect((await own(newer))?.endpoint).toBe(browser.endpoint);
  expect(await stored(me)).toBe(1);
});

test('the server refuses a subscription whose session ends at the same time', async () => {
  const me = await somebody();
  const browser = await newBrowser();
  const { id } = (await sessionOf(app, me.client))!;
  const ended = await app.ctx.db.inTransaction(async (db) => {
    await sql`delete from sessions where id = ${id}`.execute(db);
    const answer = refusal(me, browser);
    await untilSomebodyWaits(app);
    return { answer };
  });
  expect((await ended.answer).status).toBe(401);
  expect(await stored(me)).toBe(0);
});

test('an expired session gets nothing, and its subscription goes', async () => {
  const [me, other] = [await somebody(), await somebody()];
  const [browser, swept] = [await newBrowser(), await newBrowser()];
  await subscribe(me, browser);
  const second = await signIn(app, me);
  await subscribe(me, swept, { client: second });
  await sql`update sessions set expires_at = now() where user_id = ${me.id}`.execute(app.ctx.db);
  await other.follow(me);
  await runPushes(app);
  expect([browser.asked, swept.asked]).toEqual([0, 0]);
  expect(await stored(me)).toBe(0);
  await sql`insert into push_subscriptions (user_id, session_id, token_hash, endpoint, p256dh, auth, vapid_key, kinds, has_preview)
    select user_id, id, token_hash, 'https://push.example.org/', '', '', '', '{}', false from sessions where user_id = ${me.id}`.execute(
    app.ctx.db,
  );
  await deleteSubscriptionsOfExpiredSessions(app.ctx);
  expect(await stored(me)).toBe(0);
});

test('the subscriptions of several expired sessions go in one statement', async () => {
  const [me, other] = [await somebody(), await somebody()];
  await subscribe(me, await newBrowser());
  await subscribe(me, await newBrowser(), { client: await signIn(app, me) });
  await sql`update sessions set expires_at = now() where user_id = ${me.id}`.execute(app.ctx.db);
  await other.follow(me);
  await app.ctx.events.settled();
  app.statements.length = 0;
  await runPushes(app);
  const deletions = app.statements.filter((text) => /delete from "push_subscriptions"/i.test(text));
  expect(deletions).toHaveLength(1);
  expect(await stored(me)).toBe(0);
});

test('wrong keys and kinds are refused', async () => {
  const me = await somebody();
  const browser = await newBrowser();
  const { p256dh, auth: secret } = browser.keys;
  const wrongPoint = `B${'A'.repeat(86)}`;
  for (const keys of [
    { p256dh: wrongPoint, auth: secret },
    { p256dh: '', auth: secret },
    { p256dh, auth: 'x' },
    { p256dh: `${p256dh}${p256dh}`, auth: secret },
  ])
    expect((await refusal(me, { ...browser, keys })).status).toBe(400);
  expect((await refusal(me, browser, { kinds: ['everything'] })).status).toBe(400);
  expect((await refusal(me, browser, { vapidKey: wrongPoint })).status).toBe(409);
  expect(await own(me)).toBeNull();
});

const hostile = [
  'http://push.example.org/send',
  'https://127.0.0.1/send',
  'https://[::1]/send',
  'https://[::ffff:127.0.0.1]/send',
  'https://localhost/send',
  'https://10.0.0.1/send',
  'https://192.168.1.1/send',
  'https://169.254.169.254/latest/meta-data',
  'https://[fd00::1]/send',
  'https://0.0.0.0/send',
  'https://2130706433/send',
  'https://push.example.org:22/send',
  'https://me:secret@8.8.8.8/send',
  'file:///etc/passwd',
  'data:text/plain,x',
  'not an address',
  '',
];

test('only https on a public address is an endpoint', async () => {
  const open = await startAppForTest();
  const [me] = (await crowdOf(open, 1, 'careful')) as [Member];
  const { keys } = await newBrowser();
  for (const endpoint of hostile)
    expect((await refusal(me, { endpoint, keys })).status, endpoint).toBe(400);
  const long = `https://8.8.8.8/${'x'.repeat(2_000)}`;
  expect((await refusal(me, { endpoint: long, keys })).status).toBe(400);
  const endpoint = `https://8.8.8.8/${'x'.repeat(1_900)}`;
  expect((await subscribe(me, { endpoint, keys }))?.endpoint).toBe(endpoint);
});

test('the address is checked again when a push is sent', async () => {
  const open = await startAppForTest();
  const [me, other] = (await crowdOf(open, 2, 'rebound')) as [Member, Member];
  const browser = await newBrowser();
  await subscribe(me, { ...browser, endpoint: 'https://8.8.8.8/send' });
  for (const endpoint of [browser.endpoint, browser.endpoint.replace('http:', 'https:')]) {
    await sql`update push_subscriptions set endpoint = ${endpoint}, retry_at = null`.execute(
      open.ctx.db,
    );
    await other.follow(me);
    await runPushes(open);
    await other.call(unfollow, { params: { userId: me.id } });
  }
  expect(browser.asked).toBe(0);
  const row = await sql<{ failures: number }>`select failures from push_subscriptions`.execute(
    open.ctx.db,
  );
  expect(row.rows).toEqual([{ failures: 2 }]);
});

test.each([{ PUSH: 'off' }, { SERVICE_WORKER: 'off' }])(
  'with %o there are no pushes',
  async (env) => {
    const silent = await startAppForTest({ ...env, PUSH_ALLOW_LOCAL: 'on' });
    const [me] = (await crowdOf(silent, 1, 'silent')) as [Member];
    expect((await me.call(getSite, {})).data.vapidKey).toBeNull();
    expect((await refusal(me, await newBrowser())).status).toBe(404);
  },
);
