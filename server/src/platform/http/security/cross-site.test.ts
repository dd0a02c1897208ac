import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../config/config.ts';
import { startAppForFile } from '../../../../test/support/app.ts';
import { join } from '../../../../test/support/cast.ts';
import { isOwnOrigin } from './cross-site.ts';

const LISTED = 'https://app.example.org';
const app = await startAppForFile({ PUBLIC_URL: 'http://roost.example', CORS_ORIGINS: LISTED });
const alice = await join(app, 'alice');

const strangers = [
  'https://evil.example',
  'null',
  '',
  '*',
  'https://app.example.org.evil.example',
  'https://evilapp.example.org',
  'http://app.example.org',
  'https://app.example.org:8443',
  'https://app.example.or',
  'https://APP.example.org.',
  'https://app.example.org/',
  'https://app.example.org@evil.example',
  'file://',
  'https://app_example.org',
  'https://app.example.org, https://evil.example',
  'https://app.example.org%00.evil.example',
  'https://roost.example:81',
  'http://roost.example.evil.example',
];

describe('CORS', () => {
  test.each(strangers)('CORS allows no access from %j', async (origin) => {
    for (const [method, path] of [
      ['GET', '/api/auth/me'],
      ['GET', '/live'],
      ['GET', '/nothing'],
      ['OPTIONS', '/api/posts/createpost'],
      ['POST', '/api/auth/logout'],
    ] as const) {
      const headers = {
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type',
      };
      const response = await alice.client.fetch(path, { method, headers });
      expect(response.headers.get('access-control-allow-origin'), `${method} ${path}`).toBeNull();
    }
    expect((await alice.client.fetch('/api/auth/me')).status).toBe(200);
  });

  test('CORS allows exactly the listed origin, with credentials', async () => {
    const response = await alice.client.fetch('/api/auth/me', { headers: { Origin: LISTED } });
    expect(response.headers.get('access-control-allow-origin')).toBe(LISTED);
    expect(response.headers.get('access-control-allow-credentials')).toBe('true');
    expect(response.headers.get('vary')).toMatch(/origin/i);
    expect(response.headers.get('access-control-expose-headers')).toMatch(
      /Retry-After.*RateLimit-Limit/,
    );
    const preflight = await app.client().fetch('/api/posts/createpost', {
      method: 'OPTIONS',
      headers: {
        Origin: LISTED,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type,x-other',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toBe(
      'GET, POST, PUT, PATCH, DELETE',
    );
    expect(preflight.headers.get('access-control-allow-headers')).toBe(
      'Content-Type, Idempotency-Key',
    );
    const like = await alice.client.fetch('/api/auth/logout', {
      method: 'POST',
      headers: { Origin: LISTED },
    });
    expect(like.status).toBe(200);
  });
});

describe('the origin check accepts or refuses', () => {
  const plain = readConfig({});
  const named = readConfig({ PUBLIC_URL: 'https://roost.example', CORS_ORIGINS: LISTED });
  const serious = readConfig({ PUBLIC_URL: 'https://roost.example', NODE_ENV: 'production' });
  const cases: [string, typeof plain, Record<string, string>, boolean][] = [
    ['none, from a program', plain, { host: 'localhost:3000' }, true],
    [
      'none, from our page',
      plain,
      { host: 'localhost:3000', 'sec-fetch-site': 'same-origin' },
      true,
    ],
    [
      'none, from another site',
      plain,
      { host: 'localhost:3000', 'sec-fetch-site': 'cross-site' },
      false,
    ],
    [
      'the host it was sent to',
      plain,
      { host: '192.168.1.7:3000', origin: 'http://192.168.1.7:3000' },
      true,
    ],
    ['another port', plain, { host: 'localhost:3000', origin: 'http://localhost:4000' }, false],
    [
      'another name for this machine',
      plain,
      { host: 'localhost:3000', origin: 'http://127.0.0.1:3000' },
      false,
    ],
    ['null', plain, { host: 'null', origin: 'null' }, false],
    [
      'PUBLIC_URL behind a proxy that keeps no Host',
      named,
      { host: 'app:3000', origin: 'https://roost.example' },
      true,
    ],
    [
      'PUBLIC_URL on plain http',
      named,
      { host: 'app:3000', origin: 'http://roost.example' },
      false,
    ],
    ['one of the list', named, { host: 'roost.example', origin: LISTED }, true],
    [
      'the host it was sent to, where PUBLIC_URL names another',
      named,
      { host: '192.168.1.7:3000', origin: 'http://192.168.1.7:3000' },
      false,
    ],
    [
      'this machine, beside PUBLIC_URL',
      named,
      { host: 'localhost:3000', origin: 'http://localhost:3000' },
      true,
    ],
    [
      'this machine by another name and port, beside PUBLIC_URL',
      named,
      { host: '127.0.0.1:3000', origin: 'http://[::1]:5173' },
      true,
    ],
    [
      'this machine, asked for from elsewhere',
      named,
      { host: 'roost.example', origin: 'http://localhost:3000' },
      false,
    ],
    [
      'what only begins like this machine',
      named,
      { host: 'localhost:3000', origin: 'http://localhost.evil.example' },
      false,
    ],
    [
      'this machine, in production',
      serious,
      { host: 'localhost:3000', origin: 'http://localhost:3000' },
      false,
    ],
    [
      'PUBLIC_URL, in production',
      serious,
      { host: 'localhost:3000', origin: 'https://roost.example' },
      true,
    ],
    [
      'one of the list with another scheme',
      named,
      { host: 'roost.example', origin: 'http://app.example.org' },
      false,
    ],
  ];
  test.each(cases)('%s', (_, config, headers, expected) => {
    expect(isOwnOrigin(config, headers)).toBe(expected);
  });
});
