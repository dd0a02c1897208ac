import { Agent, get } from 'node:http';
import pg from 'pg';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import * as posts from '@roost/contract/posts';
import {
  startAppForFile,
  startAppForTest,
  startTestApp,
  type TestApp,
} from '../../../test/support/app.ts';
import { join, PASSWORD } from '../../../test/support/cast.ts';
import { expectFailure } from '../../../test/support/failure.ts';
import { openSocket, refusalOfSocket } from '../../../test/support/wire.ts';

const app = await startAppForFile();
const operator = new pg.Client({ connectionString: inject('databases').servers[0] });

beforeAll(async () => {
  await operator.connect();
});
afterAll(() => operator.end());

async function databaseOf(ownApp: TestApp): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
    ownApp.ctx.db,
  );
  return rows[0]!.name;
}

/** Ends only client connections, because the test must not end the database's own processes, such as vacuum. */
const killConnections = async (database: string) =>
  operator.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = $1 and backend_type = 'client backend'`,
    [database],
  );

async function setOpen(database: string, isOpen: boolean): Promise<void> {
  await operator.query(`alter database ${database} allow_connections ${isOpen}`);
  await killConnections(database);
}

describe('for operators', () => {
  test('/live and /ready', async () => {
    for (const path of ['/live', '/ready']) {
      const response = await app.client().fetch(path);
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({ status: 'success' });
    }
  });

  test('/metrics needs its token', async () => {
    const token = 'a token for the metrics';
    const ownApp = await startAppForTest({ METRICS_TOKEN: token });
    const ask = async (from: TestApp, authorization?: string) =>
      from
        .client()
        .fetch(
          '/metrics',
          authorization === undefined ? {} : { headers: { Authorization: authorization } },
        );
    for (const wrong of [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      `Bearer ${token}x`,
      `Bearer ${token.slice(1)}`,
      token,
      `Basic ${btoa(`x:${token}`)}`,
    ]) {
      await expectFailure(await ask(ownApp, wrong), 'not_found');
    }
    await expectFailure(await ask(app, 'Bearer undefined'), 'not_found');
    await expectFailure(await ask(app, 'Bearer null'), 'not_found');
    await (await join(ownApp, 'alice')).post('counted');
    const text = await (await ask(ownApp, `Bearer ${token}`)).text();
    expect(text).toContain(
      'http_request_duration_seconds_count{method="POST",route="/api/posts/createpost",status="201"} 1',
    );
    expect(text).not.toMatch(/alice|[0-9a-f]{8}-[0-9a-f]{4}-7/);
  });

  test('/metrics takes each of several tokens, while an operator changes the token', async () => {
    const ownApp = await startAppForTest({
      METRICS_TOKEN: 'the new token of metrics, the old token of metrics',
    });
    const statusFor = async (token: string) => {
      const headers = { Authorization: `Bearer ${token}` };
      return (await ownApp.client().fetch('/metrics', { headers })).status;
    };
    expect(await statusFor('the new token of metrics')).toBe(200);
    expect(await statusFor('the old token of metrics')).toBe(200);
    expect(await statusFor('the new token of metrics, the old token of metrics')).toBe(404);
  });
});

describe('while the database is unreachable', () => {
  test('every answer is 503 with Retry-After, and later all works again', async () => {
    const ownApp = await startAppForTest();
    const alice = await join(ownApp, 'alice');
    const database = await databaseOf(ownApp);
    await setOpen(database, false);
    try {
      await vi.waitFor(
        async () => expect((await ownApp.client().fetch('/ready')).status).toBe(503),
        5_000,
      );
      const calls: [string, RequestInit][] = [
        ['/api/auth/me', {}],
        ['/api/posts/feed', {}],
        ['/api/auth/login', json({ email: 'alice', password: PASSWORD })],
        [
          '/api/auth/register',
          json({
            username: 'bobby',
            email: 'bobby@example.org',
            fullName: 'Bob',
            password: PASSWORD,
          }),
        ],
        ['/api/auth/forgetPassword', json({ email: 'alice@example.org' })],
        ['/api/auth/logout', { method: 'POST' }],
        ['/api/openapi.json', {}],
        ['/ready', {}],
      ];
      for (const [path, init] of calls) {
        const response = await alice.client.fetch(path, init);
        await expectFailure(response, 'unavailable');
        expect(Number(response.headers.get('retry-after')), path).toBeGreaterThan(0);
      }
      // The answer keeps the cookie, because the server could not check the session.
      expect(alice.client.cookie).toMatch(/^roost=[\w-]{43}$/);
      expect((await ownApp.client().fetch('/live')).status).toBe(200);
      expect(
        await refusalOfSocket(openSocket(ownApp.address, { cookie: alice.client.cookie })),
      ).not.toBeNull();
    } finally {
      await setOpen(database, true);
    }
    await vi.waitFor(
      async () => expect((await ownApp.client().fetch('/ready')).status).toBe(200),
      5_000,
    );
    expect((await alice.post('back again')).content).toBe('back again');
  });

  test('lost connections leave no partial writes and only 503 errors', async () => {
    const ownApp = await startAppForTest();
    const alice = await join(ownApp, 'alice');
    const database = await databaseOf(ownApp);
    const said = new Map<string, number>();
    for (let round = 0; round < 5; round += 1) {
      const answers = Array.from({ length: 20 }, async (_, n) => {
        const body = new FormData();
        body.append('content', `round ${round} number ${n}`);
        const response = await alice.client.fetch('/api/posts/createpost', {
          method: 'POST',
          body,
        });
        said.set(`round ${round} number ${n}`, response.status);
        if (response.status !== 201) await expectFailure(response, 'unavailable');
      });
      await killConnections(database);
      await Promise.all(answers);
    }
    // The pool may still hand out a connection that was just cut.
    const { rows } = await vi.waitFor(async () =>
      sql<{ content: string; has_stats: boolean }>`
        select content, exists (select from post_stats where post_id = posts.id) as has_stats from posts`.execute(
        ownApp.ctx.db,
      ),
    );
    const stored = new Set(rows.map(({ content }) => content));
    expect([...said].filter(([content, status]) => status === 201 && !stored.has(content))).toEqual(
      [],
    );
    expect(rows).toHaveLength(stored.size);
    expect(rows.every((row) => row.has_stats)).toBe(true);
    const { data } = await alice.call(posts.listUserPosts, {
      params: { userId: alice.id },
      query: { limit: 50 },
    });
    expect(data.posts.length).toBe(Math.min(50, rows.length));
  });
});

const json = (body: unknown): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'Content-Type': 'application/json' },
});

test('closing finishes open requests', async () => {
  const ownApp = await startTestApp();
  const alice = await join(ownApp, 'alice');
  const under = Array.from({ length: 10 }, async (_, n) =>
    alice.post(`number ${n}`).then(
      () => 'said',
      (error: Error) => error.message,
    ),
  );
  await vi.waitFor(() =>
    expect(ownApp.statements.some((statement) => /insert into "?posts\b/.test(statement))).toBe(
      true,
    ),
  );
  await ownApp.close();
  const ends = await Promise.all(under);
  // The server refuses requests that arrive later, and completes the answers of earlier ones.
  expect(ends.filter((end) => end !== 'said' && end !== 'fetch failed')).toEqual([]);
  expect(ends).toContain('said');
});

test('during the drain, an idle connection takes requests, because a proxy may just send one', async () => {
  const ownApp = await startTestApp({ DRAIN_SECONDS: '1' });
  const [idle, busy] = [new Agent({ keepAlive: true }), new Agent({ keepAlive: true })];
  const ask = async (agent: Agent) =>
    new Promise<{ status: number | undefined; connection: string | undefined; isReused: boolean }>(
      (resolve, reject) => {
        const request = get(`${ownApp.address}/live`, { agent }, (response) => {
          const { statusCode: status, headers } = response;
          response
            .resume()
            .once('end', () =>
              resolve({ status, connection: headers.connection, isReused: request.reusedSocket }),
            );
        }).once('error', reject);
      },
    );
  await Promise.all([ask(idle), ask(busy)]);
  const closed = ownApp.close();
  const last = { status: 200, connection: 'close', isReused: true };
  expect(await ask(busy)).toEqual(last);
  // An answer on another connection would come after the server has closed the idle one.
  await ask(busy);
  expect(await ask(idle)).toEqual(last);
  await closed;
  await expect(ask(idle)).rejects.toThrow('ECONNREFUSED');
});
