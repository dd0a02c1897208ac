import { expect, test } from 'vitest';
import { startAppForFile } from '../../../test/support/app.ts';
import { join } from '../../../test/support/cast.ts';
import { NOBODY } from '../../../test/support/requests.ts';

const lines: string[] = [];
const OTHER_SITE = 'https://client.example.org';
const app = await startAppForFile(
  { LOG_LEVEL: 'info', CORS_ORIGINS: OTHER_SITE },
  { logTo: { write: (line) => void lines.push(line) } },
);
const alice = await join(app, 'alice');

const requests: [what: string, path: string, init: RequestInit, status: number][] = [
  ['an answer', '/api/auth/me', {}, 200],
  ['a page', '/privacy/', {}, 200],
  ['an unknown post', `/api/posts/${NOBODY}`, {}, 404],
  ['an unknown path', '/api/nothing/here', {}, 404],
  ['an unknown kind of body', '/api/posts/createpost', { method: 'POST', body: '{' }, 415],
  [
    'a foreign origin',
    '/api/auth/logout',
    { method: 'POST', headers: { Origin: 'https://example.net' } },
    403,
  ],
];

const anId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

test.each(requests)('%s has the id of its lines in the log', async (_, path, init, status) => {
  lines.length = 0;
  const response = await alice.client.fetch(path, init);
  expect(response.status).toBe(status);
  const id = response.headers.get('x-request-id');
  expect(id).toMatch(anId);
  const logged = lines.map((line) => (JSON.parse(line) as { reqId?: string }).reqId);
  expect(logged).toContain(id);
});

test('a path that no route can read has an id, too', async () => {
  const response = await app.client().fetch(`/api/posts/${'x'.repeat(400)}`);
  expect([response.status, response.headers.get('x-request-id')]).toEqual([
    404,
    expect.stringMatching(anId),
  ]);
});

test('two answers have different ids', async () => {
  const answers = await Promise.all([1, 2].map(async () => alice.client.fetch('/live')));
  const ids = answers.map(({ headers }) => headers.get('x-request-id'));
  expect(new Set(ids).size).toBe(2);
});

test('programs of other origins may read it', async () => {
  const { headers } = await app.client().fetch('/api/auth/me', { headers: { Origin: OTHER_SITE } });
  expect(headers.get('access-control-expose-headers')).toContain('X-Request-Id');
});
