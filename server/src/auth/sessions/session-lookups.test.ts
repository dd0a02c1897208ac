import { randomBytes } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { logout } from '@roost/contract/auth';
import { rateLimits } from '@roost/contract/rate-limits';
import { startAppForTest, type TestApp } from '../../../test/support/app.ts';
import { join } from '../../../test/support/cast.ts';
import { expectFailure } from '../../../test/support/failure.ts';
import { requestBytes, sendRaw } from '../../../test/support/raw-http.ts';
import { NOBODY } from '../../../test/support/requests.ts';
import { createTestDatabase } from '../../../test/support/database.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { isSignedIn } from '../../../test/support/sign-in.ts';
import { networkKey } from '../../platform/http/limits/network-key.ts';

const bogus = () => `roost=${randomBytes(32).toString('base64url')}`;

/** The statements on this table. */
const asking = (app: TestApp, table: string) =>
  app.statements.filter((sql) => sql.includes(`"${table}"`));

/** Every entry point that reads the cookie. */
const ways: ((app: TestApp, cookie: string) => Promise<number>)[] = [
  ...[
    '/api/auth/me',
    '/',
    '/home',
    '/alice',
    `/media/${NOBODY}/320.webp`,
    `/media/${NOBODY}/320.webp?e=1&s=x`,
    '/checkout/x',
    '/sandbox/clock',
    '/api/docs',
    '/api/openapi.json',
  ].map((path) => async (app: TestApp, Cookie: string) => {
    const response = await fetch(app.address + path, { headers: { Cookie }, redirect: 'manual' });
    await response.arrayBuffer();
    return response.status;
  }),
  ...['/api/auth/logout', '/api/posts/createpost', '/api/auth/sessions'].map(
    (path) => async (app: TestApp, Cookie: string) => {
      const method = path.endsWith('sessions') ? 'DELETE' : 'POST';
      return (await fetch(app.address + path, { method, headers: { Cookie } })).status;
    },
  ),
  ...['', '&ns=/webrtc'].map((more) => async (app: TestApp, cookie: string) => {
    const path = `/socket.io/?EIO=4&transport=websocket${more}`;
    const headers = [
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      `Cookie: ${cookie}`,
    ];
    return (await sendRaw(app.address, requestBytes({ path, headers }))).status;
  }),
];

test('invalid cookies reach the database a limited number of times, through any entry point', async () => {
  const app = await startAppForTest({ RATE_LIMITS: 'on' });
  const { points } = rateLimits.sessionLookUps;
  app.statements.length = 0;
  const statuses = new Set<number>();
  for (let n = 0; n < 2 * points; n += ways.length)
    for (const way of ways) statuses.add(await way(app, bogus()));
  expect(asking(app, 'sessions').length).toBeLessThanOrEqual(points);
  // The lookup of a session, which is counted above, also names the tables of its holder.
  for (const table of ['users', 'accounts'])
    expect(asking(app, table).filter((text) => !text.includes('"sessions"'))).toEqual([]);
  for (const table of ['posts', 'idempotency']) expect(asking(app, table), table).toEqual([]);
  expect([...statuses]).toEqual(expect.arrayContaining([401, 429]));
  expect([...statuses].filter((status) => status >= 500)).toEqual([]);
  await expectFailure(
    await fetch(`${app.address}/api/auth/me`, { headers: { Cookie: bogus() } }),
    'rate_limited',
  );
});

test('an invalid cookie is looked up once and costs no further points', async () => {
  const app = await startAppForTest({ RATE_LIMITS: 'on' });
  const cookie = bogus();
  app.statements.length = 0;
  for (const way of [...ways, ...ways]) expect(await way(app, cookie)).not.toBe(429);
  expect(asking(app, 'sessions')).toHaveLength(1);
});

test('other spellings of a token that was signed here count as guesses', async () => {
  const app = await startAppForTest({ RATE_LIMITS: 'on' });
  const { client } = await join(app, 'alice');
  const { points } = rateLimits.sessionLookUps;
  app.statements.length = 0;
  for (let n = 0; n < 2 * points; n += 1) {
    const spelling = n.toString(2).replaceAll('0', '.').replaceAll('1', '!');
    await fetch(`${app.address}/api/auth/me`, { headers: { Cookie: client.cookie + spelling } });
  }
  expect(asking(app, 'sessions').length).toBeLessThanOrEqual(points);
});

test('guesses do not lock out members behind the same address', async () => {
  const app = await startAppForTest({ RATE_LIMITS: 'on' });
  const alice = await join(app, 'alice');
  expect(await isSignedIn(alice.client)).toBe(true);
  const take = async () => app.ctx.limiter.take('sessionLookUps', networkKey('127.0.0.1'));
  while (await take().catch(() => null));
  // The cached session is so old that the server must look it up again.
  const now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now + 60_000);
  try {
    app.statements.length = 0;
    expect(await isSignedIn(alice.client)).toBe(true);
    expect(asking(app, 'sessions').length).toBeGreaterThan(0);
  } finally {
    clock.mockRestore();
  }
});

test('guesses do not lock out members behind the same address after a restart', async () => {
  const DATABASE_URL = await createTestDatabase();
  const ROOST_DATA = await temporaryFolder();
  const before = await startAppForTest({ RATE_LIMITS: 'on', DATABASE_URL, ROOST_DATA });
  const alice = await join(before, 'alice');
  const app = await startAppForTest({ RATE_LIMITS: 'on', DATABASE_URL, ROOST_DATA });
  for (const [name, key] of [
    ['sessionLookUps', networkKey('127.0.0.1')],
    ['networkLookUps', networkKey('127.0.0.1', 'network')],
  ] as const)
    while (await app.ctx.limiter.take(name, key).catch(() => null));
  const ask = async (Cookie: string) =>
    fetch(`${app.address}/api/auth/me`, { headers: { Cookie } });
  const refusal = await ask(bogus());
  expect(refusal.status).toBe(429);
  expect(Number(refusal.headers.get('retry-after'))).toBeLessThanOrEqual(20);
  expect((await ask(alice.client.cookie!)).status).toBe(200);
  // The server looks up an ended session once. This locks nobody out.
  const cookie = alice.client.cookie!;
  await alice.client.call(logout, {});
  app.ctx.sessions.forgetAll();
  app.statements.length = 0;
  for (let n = 0; n < 100; n += 1) expect((await ask(cookie)).status).toBe(401);
  expect(asking(app, 'sessions')).toHaveLength(1);
});

test('neighbouring addresses of one network share a budget', async () => {
  const app = await startAppForTest({ RATE_LIMITS: 'on', TRUST_PROXY: '1' });
  const network = networkKey('2001:db8:7::', 'network');
  while (await app.ctx.limiter.take('networkLookUps', network).catch(() => null));
  const ask = async (address: string) =>
    fetch(`${app.address}/api/auth/me`, {
      headers: { Cookie: bogus(), 'X-Forwarded-For': address },
    });
  app.statements.length = 0;
  expect((await ask('2001:db8:7:1::1')).status).toBe(429);
  expect((await ask('2001:db8:7:2::1')).status).toBe(429);
  expect(asking(app, 'sessions')).toEqual([]);
  expect((await ask('2001:db8:8:1::1')).status).toBe(401);
});

test('a file request takes a point before the lookup, by member or by address', async () => {
  const app = await startAppForTest({ RATE_LIMITS: 'on' });
  const alice = await join(app, 'alice');
  while (await app.ctx.limiter.take('mediaFiles', networkKey('127.0.0.1')).catch(() => null));
  app.statements.length = 0;
  for (const path of [`/media/${NOBODY}/320.webp`, `/media/${NOBODY}/640.webp?e=1&s=x`])
    expect((await app.client().fetch(path)).status).toBe(429);
  expect(asking(app, 'media')).toEqual([]);
  expect((await alice.client.fetch(`/media/${NOBODY}/320.webp`)).status).toBe(404);
});

test('a webhook takes a point from its sender before the server reads its body', async () => {
  const app = await startAppForTest({ RATE_LIMITS: 'on' });
  while (await app.ctx.limiter.take('reads', networkKey('127.0.0.1')).catch(() => null));
  const headers = ['Content-Type: application/json', 'Content-Length: 1000'];
  const path = '/api/subscription/webhook';
  const answer = await sendRaw(app.address, requestBytes({ method: 'POST', path, headers }));
  expect(answer.status).toBe(429);
});
