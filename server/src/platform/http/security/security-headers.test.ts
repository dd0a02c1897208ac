import { describe, expect, test } from 'vitest';
import { endpoints } from '@roost/contract/endpoints';
import { startAppForFile } from '../../../../test/support/app.ts';
import { join } from '../../../../test/support/cast.ts';
import { named, NOBODY, pathWith } from '../../../../test/support/requests.ts';

const app = await startAppForFile();
const alice = await join(app, 'alice');

function expectGuarded({ headers }: Response): void {
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-security-policy')).toMatch(
    /default-src 'none';script-src 'self';style-src 'self' 'nonce-[^']+';/,
  );
  expect(headers.get('content-security-policy')).not.toMatch(/unsafe-/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('permissions-policy')).toContain('camera=(self)');
  expect(headers.get('access-control-allow-origin')).toBeNull();
}

/** These would end the session that the other tests use. */
const endsSession = new Set(['/api/auth/logout', '/api/auth/account']);

describe('every answer of the API has the headers', () => {
  test.each(named(endpoints))('%s', async (_, endpoint) => {
    const { method } = endpoint;
    const member = app.client();
    member.cookie = alice.client.cookie;
    // An unknown id, so a toggle changes nothing.
    const id = method === 'GET' ? alice.id : NOBODY;
    if (!endsSession.has(endpoint.path)) {
      expectGuarded(await member.fetch(pathWith(endpoint, id), { method }));
    }
    expectGuarded(await app.client().fetch(pathWith(endpoint, id), { method }));
  });

  test.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/%61pi/auth/me',
    '/api//auth/me',
    '/api/auth/me?x=1',
    '/live',
    '/ready',
  ])('GET %s', async (path) => expectGuarded(await alice.client.fetch(path)));
});

test('the API description has the same policy, and is for members', async () => {
  const redirected = await alice.client.fetch('/api/docs');
  const target = new URL(
    redirected.headers.get('location') ?? '/api/docs',
    `${app.address}/api/docs`,
  );
  expect(target.origin).toBe(app.address);
  const page = await alice.client.fetch(target.pathname);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toMatch(/^text\/html/);
  expect(page.headers.get('content-security-policy')).not.toMatch(/unsafe-/);
  // The page contains nothing that the policy blocks.
  expect(await page.text()).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=/);
});
