import { describe, expect, test } from 'vitest';
import { startAppForFile } from '../../../../test/support/app.ts';
import { expectRawFailure } from '../../../../test/support/failure.ts';
import { requestBytes, sendRaw } from '../../../../test/support/raw-http.ts';

const app = await startAppForFile();

const LOGIN = '/api/auth/login';

describe('malformed HTTP is refused', () => {
  const cases: [string, string, number[]][] = [
    [
      'a header of 64 kB',
      requestBytes({ path: '/live', headers: [`X-Long: ${'x'.repeat(65_536)}`] }),
      [431],
    ],
    [
      'a cookie of 100 kB',
      requestBytes({ path: '/api/auth/me', headers: [`Cookie: roost=${'x'.repeat(100_000)}`] }),
      [431],
    ],
    [
      '5,000 headers',
      requestBytes({
        path: '/live',
        headers: Array.from({ length: 5_000 }, (_, n) => `X-${n}: 1`),
      }),
      [431],
    ],
    ['a path of 64 kB', requestBytes({ path: `/api/${'x'.repeat(65_536)}` }), [431]],
    [
      'the same at a handshake',
      requestBytes({
        path: '/socket.io/?EIO=4&transport=websocket',
        headers: [
          'Upgrade: websocket',
          'Connection: Upgrade',
          `Cookie: roost=${'x'.repeat(65_536)}`,
        ],
      }),
      [431],
    ],
    ['a NUL in a header', requestBytes({ path: '/live', headers: ['X-Nul: a\0b'] }), [400]],
    ['a NUL in the path', requestBytes({ path: '/api/\0' }), [400]],
    ['a header without a name', requestBytes({ path: '/live', headers: [': x'] }), [400]],
    [
      'two lengths',
      requestBytes({
        method: 'POST',
        path: LOGIN,
        headers: ['Content-Length: 5', 'Content-Length: 6'],
        body: 'abcdef',
      }),
      [400],
    ],
    [
      'a length and chunks',
      requestBytes({
        method: 'POST',
        path: LOGIN,
        headers: ['Content-Length: 5', 'Transfer-Encoding: chunked'],
        body: '0\r\n\r\n',
      }),
      [400],
    ],
    ['no HTTP', '\x16\x03\x01\x02\x00\r\n\r\n', [400]],
  ];
  test.each(cases)('%s', async (_, bytes, statuses) => {
    expectRawFailure(await sendRaw(app.address, bytes), statuses);
    expect((await app.client().fetch('/live')).status).toBe(200);
  });

  test('a thousand small headers get 200 or 431', async () => {
    const headers = [...Array.from({ length: 1_000 }, (_, n) => `X-${n}: 1`), 'Connection: close'];
    expect([200, 431]).toContain(
      (await sendRaw(app.address, requestBytes({ path: '/live', headers }))).status,
    );
  });

  test('an unknown method', async () => {
    for (const method of ['PURGE', 'TRACE', 'CONNECT', 'PROPFIND']) {
      const answer = await sendRaw(
        app.address,
        requestBytes({ method, path: '/api/auth/me', headers: ['Connection: close'] }),
      );
      expect([0, 400, 404, 405], `${method} ${answer.status}`).toContain(answer.status);
    }
  });
});
