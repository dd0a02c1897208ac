import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import * as auth from '@roost/contract/auth';
import { rateLimits } from '@roost/contract/rate-limits';
import * as feed from '@roost/contract/feed';
import {
  startAppForFile,
  startAppForTest,
  startTestApp,
  type TestApp,
} from '../../../../test/support/app.ts';
import { join, PASSWORD, type Member } from '../../../../test/support/cast.ts';
import { expectFailure } from '../../../../test/support/failure.ts';
import { requestBytes, sendRaw } from '../../../../test/support/raw-http.ts';
import { refusalOf } from '../../../../test/support/test-client.ts';
import { readConfig } from '../../../config/config.ts';
import { Limiter } from './rate-limiter.ts';
import { addressOf, trustOf } from './request-address.ts';

const app = await startAppForFile({ RATE_LIMITS: 'on' });
const [alice, bob] = await Promise.all([join(app, 'alice'), join(app, 'bob')]);

describe('a budget', () => {
  test('belongs to one person, is in the headers, and ends in 429', async () => {
    const { points, per } = rateLimits.posts;
    const send = async (member: Member) => {
      const body = new FormData();
      body.append('content', 'again');
      return member.client.fetch('/api/posts/createpost', { method: 'POST', body });
    };
    for (let left = points - 1; left >= 0; left -= 1) {
      const response = await send(alice);
      expect(response.status).toBe(201);
      expect(response.headers.get('ratelimit-limit')).toBe(String(points));
      expect(response.headers.get('ratelimit-remaining')).toBe(String(left));
    }
    const refused = await send(alice);
    await expectFailure(refused, 'rate_limited');
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(per);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('ratelimit-limit')).toBe(String(points));
    expect(refused.headers.get('ratelimit-remaining')).toBe('0');
    expect(refused.headers.get('ratelimit-reset')).toBe(refused.headers.get('retry-after'));
    // Other people and other budgets are unchanged.
    expect((await send(bob)).status).toBe(201);
    expect((await alice.client.fetch('/api/posts/feed')).status).toBe(200);
  });

  test('of registering belongs to the address, also for members', async () => {
    const register = async (n: number, member?: Member) =>
      (member?.client ?? app.client()).fetch('/api/auth/register', {
        method: 'POST',
        body: JSON.stringify({
          username: `many_${n}`,
          email: `many${n}@example.org`,
          fullName: 'One of many',
          password: PASSWORD,
        }),
        headers: { 'Content-Type': 'application/json' },
      });
    const answers: number[] = [];
    const { points } = rateLimits.register;
    for (let n = 0; n < points + 2; n += 1)
      answers.push((await register(n, n % 2 ? alice : undefined)).status);
    expect(answers).toEqual([...Array<number>(points).fill(201), 429, 429]);
  });
});

describe('an address', () => {
  const forged: string[][] = [
    ['X-Forwarded-For: 10.9.9.9'],
    ['X-Real-IP: 10.9.9.9'],
    ['Forwarded: for=10.9.9.9'],
    [
      'CF-Connecting-IP: 10.9.9.9',
      'True-Client-IP: 10.9.9.9',
      'X-Client-IP: 10.9.9.9',
      'X-Cluster-Client-IP: 10.9.9.9',
    ],
    ['X-Forwarded-For: 10.9.9.9', 'X-Forwarded-For: 10.9.9.8'],
    [`X-Forwarded-For: ${Array.from({ length: 100 }, (_, n) => `10.9.9.${n}`).join(', ')}`],
    ['X-Forwarded-For: x'],
  ];

  /** Points left of the budget for signing in, as seen by a request with these headers. */
  async function pointsLeft(ownApp: TestApp, headers: string[]): Promise<number> {
    const head = [
      'Content-Type: application/json',
      'Content-Length: 2',
      'Connection: close',
      ...headers,
    ];
    const { headers: answered } = await sendRaw(
      ownApp.address,
      requestBytes({ method: 'POST', path: '/api/auth/login', headers: head, body: '{}' }),
    );
    return Number(answered.get('ratelimit-remaining'));
  }

  test('is that of the connection, not of a header', async () => {
    let last = await pointsLeft(app, []);
    for (const headers of forged) {
      const left = await pointsLeft(app, headers);
      expect(left, headers[0]).toBe(last - 1);
      last = left;
    }
    await alice.call(auth.login, { body: { email: 'alice@example.org', password: PASSWORD } });
    const { data } = await alice.call(auth.listSessions, {});
    expect(data[0]?.address).toBe('127.0.0.1');
  });

  test('is the entry of a trusted proxy, not of the client', async () => {
    const ownApp = await startTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: '1' });
    const all = rateLimits.auth.points - 1;
    expect(await pointsLeft(ownApp, ['X-Forwarded-For: 10.1.1.1'])).toBe(all);
    expect(await pointsLeft(ownApp, ['X-Forwarded-For: 10.1.1.2'])).toBe(all);
    // The client's entries come before the proxy's entry.
    expect(await pointsLeft(ownApp, ['X-Forwarded-For: 10.7.7.7, 10.1.1.1'])).toBe(all - 1);
    expect(await pointsLeft(ownApp, ['X-Real-IP: 10.7.7.8', 'X-Forwarded-For: 10.1.1.1'])).toBe(
      all - 2,
    );
    await ownApp.close();
  });
});

describe('an address behind a chain of proxies', () => {
  const chain = '10.6.6.6, 10.1.1.1, 127.0.0.1';
  test.each([
    ['off', '127.0.0.1'],
    ['0', '127.0.0.1'],
    // Trusts only this machine, so the leftmost entry, which the sender wrote, does not count.
    ['on', '10.1.1.1'],
    ['1', '127.0.0.1'],
    ['2', '10.1.1.1'],
    ['3', '10.6.6.6'],
    ['127.0.0.0/8', '10.1.1.1'],
    ['127.0.0.1, 10.1.1.0/24', '10.6.6.6'],
    ['10.0.0.0/8', '127.0.0.1'],
  ])('TRUST_PROXY=%s takes %s', (setting, address) => {
    const { trustProxy } = readConfig({ TRUST_PROXY: setting, HOST: '127.0.0.1' });
    const request = {
      headers: { 'x-forwarded-for': chain },
      socket: { remoteAddress: '127.0.0.1' },
    } as unknown as IncomingMessage;
    expect(addressOf(trustOf(trustProxy), request)).toBe(address);
  });
});

test('PUBLIC_URL without a trusted proxy logs a warning', async () => {
  const lines: string[] = [];
  const logTo = { write: (line: string) => void lines.push(line) };
  const env = { LOG_LEVEL: 'warn', PUBLIC_URL: 'http://roost.example' };
  const warnings = () => lines.filter((line) => line.includes('TRUST_PROXY is off'));
  await startAppForTest({ ...env, TRUST_PROXY: '1' }, { logTo });
  expect(warnings()).toEqual([]);
  await startAppForTest(env, { logTo });
  expect(warnings()).toHaveLength(1);
});

describe('points', () => {
  test('a budget never gets more points back than were taken', async () => {
    const limiter = new Limiter(true);
    const { points } = rateLimits.loginFailures;
    await limiter.giveBack('loginFailures', 'x', 5);
    await limiter.take('loginFailures', 'x');
    await limiter.giveBack('loginFailures', 'x', 100);
    for (let n = 0; n < points; n += 1) await limiter.take('loginFailures', 'x');
    await expect(limiter.take('loginFailures', 'x')).rejects.toThrow(/Too many/);
    // A refused request takes no point.
    expect(await limiter.clear('loginFailures', 'x')).toBe(points);
    await limiter.take('loginFailures', 'x');
  });

  test('are not counted where limits are off', async () => {
    const limiter = new Limiter(false);
    for (let n = 0; n < 50; n += 1) expect(await limiter.take('loginFailures', 'x')).toBeNull();
    const ownApp = await startTestApp({ RATE_LIMITS: 'off' });
    const carol = await join(ownApp, 'carol');
    for (let n = 0; n < rateLimits.posts.points + 5; n += 1) await carol.post(`number ${n}`);
    const bad = { email: 'carol', password: 'not it' };
    for (let n = 0; n < rateLimits.loginFailures.points + 2; n += 1) {
      expect((await refusalOf(ownApp.client().call(auth.login, { body: bad }))).status).toBe(401);
    }
    const response = await carol.client.fetch('/api/posts/feed');
    expect([...response.headers.keys()].filter((name) => name.startsWith('ratelimit'))).toEqual([]);
    expect((await carol.call(feed.getFeed, {})).status).toBe('success');
    await ownApp.close();
  });
});

test('signing out is never refused', async () => {
  const { points } = rateLimits.auth;
  const statuses = new Set<number>();
  for (let n = 0; n < points + 5; n += 1) {
    const response = await app.client().fetch('/api/auth/logout', { method: 'POST' });
    statuses.add(response.status);
  }
  expect([...statuses]).toEqual([200]);
});
