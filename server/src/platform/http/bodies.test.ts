import { describe, expect, test } from 'vitest';
import { endpoints } from '@roost/contract/endpoints';
import { deleteAccount } from '@roost/contract/personal-data';
import { startAppForFile } from '../../../test/support/app.ts';
import { join } from '../../../test/support/cast.ts';
import { expectFailure, expectRawFailure } from '../../../test/support/failure.ts';
import { requestBytes, sendRaw } from '../../../test/support/raw-http.ts';
import { named, NOBODY, pathWith } from '../../../test/support/requests.ts';

const app = await startAppForFile();
const alice = await join(app, 'alice');

const LOGIN = '/api/auth/login';
const right = () => JSON.stringify({ email: 'alice', password: 'a long enough passphrase' });

async function login(body: string, contentType = 'application/json'): Promise<Response> {
  return app
    .client()
    .fetch(LOGIN, { method: 'POST', body, headers: { 'Content-Type': contentType } });
}

const types = [
  'application/json',
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'x',
  'a/b; c=d',
  'a,b',
];

describe('an empty body may have any content type', () => {
  let closed = 0;
  const withoutBody = endpoints.filter(
    ({ method, body, auth }) => method !== 'GET' && !body && auth === 'member',
  );
  test.each(named(withoutBody))('%s', async (_, endpoint) => {
    const path = pathWith(endpoint, NOBODY);
    for (const type of types) {
      const head = [`Content-Type: ${type}`, 'Connection: close'];
      const empty = {
        method: endpoint.method,
        path,
        headers: [...head, 'Content-Length: 0'],
      };
      const chunked = {
        method: endpoint.method,
        path,
        headers: [...head, 'Transfer-Encoding: chunked'],
        body: '0\r\n\r\n',
      };
      for (const { headers, ...request } of [empty, chunked]) {
        const member = endpoint === deleteAccount ? await join(app, `closing_${closed++}`) : alice;
        const cookie = `Cookie: ${member.client.cookie}`;
        const bytes = requestBytes({ ...request, headers: [cookie, ...headers] });
        const { status, body } = await sendRaw(app.address, bytes);
        // The call may begin a job, end all other sessions, or find no row. It never complains about the type.
        expect([200, 202, 404, 409], `${type} ${body}`).toContain(status);
      }
    }
  });

  test('an endpoint with fields reports the missing fields', async () => {
    for (const type of [
      'text/plain',
      'application/json',
      'multipart/form-data; boundary=x',
      'nonsense',
    ]) {
      const headers = { 'Content-Type': type };
      await expectFailure(
        await app.client().fetch(LOGIN, { method: 'POST', headers }),
        'bad_input',
      );
      await expectFailure(
        await alice.client.fetch('/api/posts/createpost', { method: 'POST', headers }),
        'bad_input',
      );
    }
  });
});

describe('content types', () => {
  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'APPLICATION/JSON;charset="UTF-8"',
    'application/json ',
    'application/json\t',
  ])('"%s" is JSON', async (type) => expect((await login(right(), type)).status).toBe(200));

  const odd = [
    'text/plain',
    'text/json',
    'application/jsonx',
    'application/json x',
    'application/json,text/plain',
    'application/json; charset=latin1',
    'xapplication/json',
    'application/x-www-form-urlencoded',
    'application/json-patch+json',
    '*/*',
    'application/',
    '/json',
    ';',
    '"',
    'application/json;',
    'application/json;;',
    'application\\json',
    'application/octet-stream',
  ];
  test.each(odd)('"%s" is not accepted as JSON', async (type) => {
    const response = await login(right(), type);
    expect([400, 415]).toContain(response.status);
    await expectFailure(response);
    // The origin check is never skipped.
    expect((await login('{"email":"","password":""}', type)).ok).toBe(false);
  });

  test('a missing type and two types', async () => {
    const length = `Content-Length: ${right().length}`;
    const headers = [
      [length],
      ['Content-Type: text/plain', 'Content-Type: application/json', length],
      ['Content-Type:', length],
      ['Content-Type: application/json\x0btext', length],
    ];
    for (const lines of headers) {
      const answer = await sendRaw(
        app.address,
        requestBytes({ method: 'POST', path: LOGIN, headers: lines, body: right() }),
      );
      expectRawFailure(answer, [400, 415]);
    }
  });
});

describe('JSON', () => {
  const broken = [
    '{',
    '{"a":1}x',
    '{"a":1}{"b":2}',
    "{'a':1}",
    '{"a":NaN}',
    'undefined',
    '\ufeff{}',
    '{"a":1,}',
    '\0',
    '"\u0001"',
    '01',
  ];
  test.each(broken)('%j is not JSON', async (body) => {
    const { message } = await expectFailure(await login(body), 'bad_input');
    expect(message).not.toMatch(/position|token/i);
  });

  test.each([
    '[]',
    '1',
    'null',
    '"text"',
    'true',
    '[{}]',
    '1e400',
    '-1e400',
    '{"email":1e400,"password":1e400}',
  ])('%s is not an object with these fields', async (body) => {
    await expectFailure(await login(body), 'bad_input');
  });

  test('the last duplicate key wins, and __proto__ is ignored', async () => {
    expect(
      (
        await login(
          '{"email":"nobody","password":"x","email":"alice","password":"a long enough passphrase"}',
        )
      ).status,
    ).toBe(200);
    expect(
      (await login('{"__proto__":{"email":"alice","password":"a long enough passphrase"}}')).status,
    ).toBe(400);
    expect(({} as Record<string, unknown>)['email']).toBeUndefined();
  });

  test('deep nesting is bad input', async () => {
    for (const body of [
      '['.repeat(8_000) + ']'.repeat(8_000),
      '{"email":'.repeat(1_600) + '1' + '}'.repeat(1_600),
      '['.repeat(16_000),
    ]) {
      await expectFailure(await login(body), 'bad_input');
    }
    await expectFailure(await login('['.repeat(100_000)), 'too_large');
  });

  test('more than 1 MB is too large, with or without a declared length', async () => {
    const body = JSON.stringify({ email: 'alice', password: 'x'.repeat(1_048_576) });
    await expectFailure(await login(body), 'too_large');
    const chunk = 'x'.repeat(65_536);
    const chunked = `${`${chunk.length.toString(16)}\r\n${chunk}\r\n`.repeat(17)}0\r\n\r\n`;
    const headers = ['Content-Type: application/json', 'Transfer-Encoding: chunked'];
    expectRawFailure(
      await sendRaw(
        app.address,
        requestBytes({ method: 'POST', path: LOGIN, headers, body: chunked }),
      ),
      [413],
    );
    // The server refuses by the declared length, before it reads the body.
    const claimed = ['Content-Type: application/json', 'Content-Length: 10737418240'];
    expectRawFailure(
      await sendRaw(app.address, requestBytes({ method: 'POST', path: LOGIN, headers: claimed })),
      [413],
    );
  });
});

test('a form route refuses JSON, and a JSON route refuses a form', async () => {
  const body = new FormData();
  body.append('email', 'somebody');
  const response = await app.client().fetch('/api/auth/login', { method: 'POST', body });
  expect(response.status).toBe(415);
  await expectFailure(response, 'unsupported_media_type');
});
