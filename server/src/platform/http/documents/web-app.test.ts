import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { buildWebApp, serverParts } from '../../../../test/support/web-app.ts';
import { makeServer } from '../server.ts';
import { webApp } from './web-app.ts';

const { serve } = await buildWebApp();
const app = await serve();
const secure = await serve({ PUBLIC_URL: 'https://roost.example' });

const get = async (url: string, from = app) => from.inject({ method: 'GET', url });

/** The directives of a policy, by name. */
function policyOf(header: unknown): Map<string, string[]> {
  return new Map(
    String(header)
      .split(';')
      .filter(Boolean)
      .map((directive) => {
        const [name = '', ...values] = directive.trim().split(/\s+/);
        return [name, values] as const;
      }),
  );
}

describe('every answer', () => {
  test.each(['/', '/home', '/theme.js', '/api/nothing', '/nothing.txt', '/.env'])(
    '%s is guarded',
    async (url) => {
      for (const server of [app, secure]) {
        const { headers } = await get(url, server);
        const policy = policyOf(headers['content-security-policy']);
        for (const [name, values] of policy) {
          expect(values.join(' '), name).not.toMatch(/unsafe-|\*|https?:/);
        }
        expect(policy.get('default-src')).toEqual(["'none'"]);
        for (const name of ['object-src', 'base-uri', 'frame-ancestors'])
          expect(policy.get(name)).toEqual(["'none'"]);
        expect(policy.get('script-src')?.filter((value) => !value.startsWith("'nonce-"))).toEqual([
          "'self'",
        ]);
        expect(policy.has('upgrade-insecure-requests')).toBe(false);
        expect(headers).toMatchObject({
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'DENY',
          'referrer-policy': 'no-referrer',
          'cross-origin-opener-policy': 'same-origin',
          'cross-origin-resource-policy': 'same-origin',
        });
        for (const feature of ['camera', 'microphone', 'display-capture']) {
          expect(headers['permissions-policy']).toContain(`${feature}=(self)`);
        }
        expect(headers['x-powered-by'] ?? headers['server']).toBeUndefined();
        const transport = headers['strict-transport-security'];
        if (server === app) expect(transport).toBeUndefined();
        else expect(transport).toMatch(/^max-age=(?:3[1-9]|[4-9]\d)\d{6,}; includeSubDomains/);
      }
    },
  );

  test('scripts and styles have one short policy that forbids everything', async () => {
    const { headers } = await get('/assets/index-abc123.js', secure);
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': expect.stringContaining('includeSubDomains'),
    });
    expect(headers['permissions-policy']).toBeUndefined();
  });

  test('has a fresh nonce, and the page uses it', async () => {
    const [one, other] = [await get('/'), await get('/')];
    const nonces = [one, other].map(({ body }) => /nonce="([^"]+)"/.exec(body)?.[1]);
    expect(nonces[0]).toMatch(/^[\w+/=-]{20,}$/);
    expect(nonces[0]).not.toBe(nonces[1]);
    expect(String(one.headers['content-security-policy'])).toContain(`'nonce-${nonces[0]}'`);
  });
});

describe('paths', () => {
  test.each([
    '/',
    '/home',
    '/home/profile/alice',
    '/login',
    '/reset-password/abc',
    '/apis',
    '/home?x=/../y',
    '/%',
    '/home/%ff',
    '/home/profile/%E0%A4%A',
    '/home/profile/%E0%A4%A?x=%ff',
  ])('%s is the page, and is not cached', async (url) => {
    const { statusCode, headers } = await get(url);
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toMatch(/^text\/html/);
    expect(headers['cache-control']).toBe('no-store');
  });

  test.each([
    '/.env',
    '/.git/config',
    '/.git/HEAD',
    '/index.html.map',
    '/assets/index-abc123.js.map',
    '/package.json',
    '/assets/',
    '/assets',
    '/server/src/main.ts',
    '/nothing.png',
    '/../package.json',
    '/..%2fpackage.json',
    '/%2eenv',
    '/home/%2Egit/config',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%00.js',
    '/..\\package.json',
    '/debug.log',
    '/api',
    '/api/',
    '/api/debug',
    '/api/nothing',
    '/socket.io',
    '/metrics.txt',
    '/%ff.js',
    '/api/%',
    '/%ff/../../package.json',
    `/assets/${'x'.repeat(5_000)}.js`,
  ])('%s is not found', async (url) => {
    const { statusCode, headers, body } = await get(url);
    if (url === '/assets' || url === '/assets/') return expect(body).not.toContain('index-abc123');
    expect(statusCode).toBe(404);
    expect(headers['content-type']).toMatch(/^application\/json/);
    return expect(JSON.parse(body)).toEqual({
      status: 'fail',
      message: 'Not found.',
      code: 'not_found',
    });
  });

  test('browsers cache hashed files and revalidate others', async () => {
    expect((await get('/assets/index-abc123.js')).headers['cache-control']).toMatch(/immutable/);
    expect((await get('/theme.js')).headers['cache-control']).toBe('no-cache');
  });

  test.each([
    '//evil.example',
    '/\\evil.example',
    '/%2Fevil.example',
    '/home/%2Fevil.example',
    '/login?next=//evil.example',
    '/..;/',
    '//evil.example/..',
    '/%5cevil.example',
    '/https://evil.example',
    '/%09/evil.example',
  ])('%s does not redirect', async (url) => {
    const { headers, statusCode } = await get(url);
    expect(statusCode < 300 || statusCode >= 400).toBe(true);
    expect(headers['location']).toBeUndefined();
    expect(headers['refresh']).toBeUndefined();
  });

  test('methods other than GET and HEAD have no page', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      expect((await app.inject({ method, url: '/home' })).statusCode).toBe(404);
    }
  });
});

describe('odd paths', () => {
  test('HEAD gets the page too', async () => {
    const { statusCode } = await app.inject({ method: 'HEAD', url: '/home' });
    expect(statusCode).toBe(200);
  });

  test('the server does not decode a fragment', async () => {
    expect((await get('/a#%ff')).statusCode).toBe(200);
  });

  test.each(['/api/users/%ff', `/api/posts/${'x'.repeat(400)}`])(
    '%s is refused under a policy',
    async (url) => {
      const { statusCode, headers } = await get(url);
      expect(statusCode).toBe(404);
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers['x-content-type-options']).toBe('nosniff');
    },
  );
});

test('an unreadable page stops the start', async () => {
  const webFolder = await mkdtemp(join(tmpdir(), 'roost-web-'));
  onTestFinished(() => rm(webFolder, { recursive: true, force: true }));
  const server = await makeServer(serverParts());
  onTestFinished(() => server.close());
  await mkdir(join(webFolder, 'en/index.html'), { recursive: true });
  const { config } = serverParts();
  const start = async () => null;
  await expect(webApp(server, { config, start, folder: `${webFolder}/` })).rejects.toThrow(
    'EISDIR',
  );
});
