import { describe, expect, test } from 'vitest';
import { endpoints } from '@roost/contract/endpoints';
import { startAppForFile } from '../support/app.ts';
import { join } from '../support/cast.ts';
import { expectFailure } from '../support/failure.ts';
import {
  bodyOf,
  formOf,
  keysOf,
  members,
  mutating,
  named,
  nameOf,
  NOBODY,
  pathWith,
} from '../support/requests.ts';

const app = await startAppForFile();
const alice = await join(app, 'alice');

/** Routes that are not endpoints on purpose: API documents, operations and files. */
const BESIDE = [
  '/api/openapi.json',
  '/api/docs',
  '/live',
  '/ready',
  '/metrics',
  '/media/:id/:file',
  // The file of an export. It checks the session itself.
  '/api/auth/export/:id',
  // A payment provider has no session. The server checks its signature.
  '/api/subscription/webhook',
  // Forms of the sandbox. They check the session themselves.
  '/sandbox/checkout/:id',
  '/sandbox/clock',
  '/checkout/:id',
  // The share of a phone, without a service worker. It reads nothing.
  '/share',
];

describe('the list of endpoints is complete', () => {
  test('each endpoint is bound once, and nothing else is', () => {
    expect(new Set(endpoints.map(nameOf)).size).toBe(endpoints.length);
    expect([...app.bound].map(nameOf).toSorted()).toEqual(endpoints.map(nameOf).toSorted());
  });

  test('the router has no other route', () => {
    const extra = app.routes.filter(
      ({ method, url }) =>
        !endpoints.some(
          (endpoint) => endpoint.path === url && [endpoint.method, 'HEAD'].includes(method),
        ) && !BESIDE.some((path) => url === path || url.startsWith('/api/docs/')),
    );
    // The files of the web app, and the answer to a preflight request.
    expect(
      extra.filter(
        ({ method, url }) => url.startsWith('/api') || !['GET', 'HEAD', 'OPTIONS'].includes(method),
      ),
    ).toEqual([]);
    expect(app.routes.length).toBeGreaterThanOrEqual(endpoints.length);
  });

  test('OpenAPI lists each endpoint with its auth', async () => {
    const description = (await (await alice.client.fetch('/api/openapi.json')).json()) as {
      paths: Record<string, Record<string, { security: unknown[] }>>;
    };
    const found = Object.entries(description.paths).flatMap(([path, calls]) =>
      Object.entries(calls).map(([method, { security }]) => [
        `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
        security.length > 0 ? 'member' : 'public',
      ]),
    );
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries(endpoints.map((endpoint) => [nameOf(endpoint), endpoint.auth])),
    );
  });

  test('the public endpoints are those of the contract', () => {
    const open = endpoints.filter(({ auth }) => auth === 'public').map(nameOf);
    expect(open.toSorted()).toEqual(
      [
        'GET /api/site',
        'PATCH /api/auth/resetPassword/:token',
        'POST /api/appeals',
        'POST /api/auth/account/restore',
        'POST /api/auth/forgetPassword',
        'POST /api/auth/login',
        'POST /api/auth/login/passkey',
        'POST /api/auth/login/passkey/options',
        'POST /api/auth/login/second',
        'POST /api/auth/logout',
        'POST /api/auth/register',
        'POST /api/auth/undo/:token',
        'POST /api/auth/verifyEmail/:token',
      ].toSorted(),
    );
  });
});

describe('signed-out visitors are refused', () => {
  test.each(named(members))('%s', async (_, endpoint) => {
    for (const cookie of [
      undefined,
      'roost=',
      'roost=nonsense',
      `roost=${'a'.repeat(43)}`,
      '__Host-roost=x',
      'roost=%00',
    ]) {
      const client = app.client();
      client.cookie = cookie;
      const response = await client.fetch(pathWith(endpoint, NOBODY), {
        method: endpoint.method,
        ...bodyOf(endpoint, {}),
      });
      expect(response.status).toBe(401);
      const { message } = await expectFailure(response, 'unauthenticated');
      expect(message).toBe('Please login to access this resource.');
    }
  });

  test.each([
    '/api/openapi.json',
    '/api/docs',
    '/api/docs/',
    '/api/docs/json',
    '/api/docs/yaml',
    '/api/docs/static/index.html',
  ])('GET %s', async (path) => {
    const response = await app.client().fetch(path);
    expect([401, 404]).toContain(response.status);
    await expectFailure(response);
  });
});

test('the description of the API is not served as YAML, which costs ten times as much', async () => {
  await expectFailure(await alice.client.fetch('/api/docs/yaml'), 'not_found');
  expect((await alice.client.fetch('/api/docs/json')).status).toBe(200);
});

const foreign: [string, Record<string, string>][] = [
  ['a foreign Origin', { Origin: 'https://evil.example' }],
  ['the Origin null', { Origin: 'null' }],
  ['another port of our host', { Origin: 'http://127.0.0.1:1' }],
  ['a name that ends in ours', { Origin: 'http://evil127.0.0.1' }],
  ['only Sec-Fetch-Site: cross-site', { 'Sec-Fetch-Site': 'cross-site' }],
];

/** "Simple" requests, which a browser sends to another site without a preflight. */
const disguises: [string, () => RequestInit][] = [
  ['json', () => ({ body: '{}', headers: { 'Content-Type': 'application/json' } })],
  ['multipart', () => ({ body: formOf({ content: 'planted' }) })],
  ['a form', () => ({ body: new URLSearchParams({ content: 'planted' }) })],
  ['text', () => ({ body: '{"content":"planted"}', headers: { 'Content-Type': 'text/plain' } })],
  ['nothing', () => ({})],
];

describe('requests from another site are refused', () => {
  test.each(named(mutating))('%s', async (_, endpoint) => {
    const before = await everything();
    for (const [origin, headers] of foreign) {
      for (const [disguise, make] of disguises) {
        const init = make();
        const response = await alice.client.fetch(pathWith(endpoint, alice.id), {
          ...init,
          method: endpoint.method,
          headers: { ...(init.headers as Record<string, string>), ...headers },
        });
        expect(response.status, `${origin}, ${disguise}`).toBe(403);
        await expectFailure(response, 'foreign_origin');
        expect(response.headers.get('access-control-allow-origin')).toBeNull();
      }
    }
    expect(await everything()).toEqual(before);
  });

  test('own pages and clients without an Origin are accepted', async () => {
    const own = new URL(app.address);
    for (const headers of [
      {},
      { Origin: own.origin },
      { 'Sec-Fetch-Site': 'same-origin' },
      { 'Sec-Fetch-Site': 'none' },
    ]) {
      const response = await alice.client.fetch('/api/posts/createpost', {
        method: 'POST',
        headers: headers as Record<string, string>,
        body: formOf({ content: 'from home' }),
      });
      expect(response.status).toBe(201);
    }
  });
});

/** Reads everything that calls could change. Leaves out when a session was last used. */
async function everything() {
  const tables = [
    'users',
    'accounts',
    'password_resets',
    'second_factors',
    'recovery_codes',
    'passkeys',
    'security_notices',
    'emails',
    'email_links',
    'follows',
    'blocks',
    'blocked_by',
    'posts',
    'likes',
    'bookmarks',
    'idempotency_keys',
    'media',
    'conversations',
    'conversation_members',
    'messages',
    'calls',
    'call_members',
    'event_log_entries',
    'suggestion_dismissals',
    'follow_requests',
    'mutes',
    'muted_threads',
    'drafts',
    'notes',
    'people_lists',
    'list_members',
    'kept_feeds',
    'less_shown',
    'reading_markers',
    'push_subscriptions',
    'subscriptions',
    'payments',
    'payment_events',
    'sandbox_subscriptions',
    'moderation_cases',
    'reports',
    'moderation_decisions',
    'appeals',
    'moderation_notes',
    'audit_entries',
  ] as const;
  const rows = await Promise.all(
    tables.map((table) => app.ctx.db.selectFrom(table).selectAll().execute()),
  );
  const sessions = await app.ctx.db.selectFrom('sessions').select('id').execute();
  return { rows, sessions };
}

test('the guards look at bodies of every kind', () => {
  expect(mutating.some(({ encoding }) => encoding === 'multipart')).toBe(true);
  expect(mutating.flatMap(({ body }) => keysOf(body)).length).toBeGreaterThan(8);
});
