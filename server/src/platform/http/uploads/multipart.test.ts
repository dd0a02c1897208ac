import { expect, test } from 'vitest';
import { startAppForFile } from '../../../../test/support/app.ts';
import { join } from '../../../../test/support/cast.ts';
import { expectFailure } from '../../../../test/support/failure.ts';
import { formOf } from '../../../../test/support/requests.ts';

const app = await startAppForFile();
const alice = await join(app, 'alice');

const part = (name: string, value: string, more = '') =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
const END = '--b--\r\n';

async function send(
  body: string,
  contentType = 'multipart/form-data; boundary=b',
): Promise<Response> {
  return alice.client.fetch('/api/posts/createpost', {
    method: 'POST',
    body,
    headers: { 'Content-Type': contentType },
  });
}

const broken: [string, string, number[]][] = [
  ['no end', part('content', 'x'), [400]],
  [
    'an end in the middle of a part',
    '--b\r\nContent-Disposition: form-data; name="content"\r\n\r\nx',
    [400],
  ],
  ['no parts', 'nothing like it', [400]],
  ['only the end', END, [400]],
  ['a part without a name', `--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n${END}`, [400]],
  ['a part without headers', `--b\r\n\r\nx\r\n${END}`, [400]],
  ['10,000 parts', part('content', 'x').repeat(10_000) + END, [400, 413]],
  ['10,000 empty fields', part('', '').repeat(10_000) + END, [400, 413]],
  [
    'a header of 1 MB',
    `--b\r\nContent-Disposition: form-data; name="content"\r\nX: ${'x'.repeat(1_048_576)}\r\n\r\nx\r\n${END}`,
    [400, 413],
  ],
  ['a name of 4 kB', part('x'.repeat(4_096), 'x') + END, [400, 413]],
  ['a value of 2 MB', part('content', 'x'.repeat(2_097_152)) + END, [400, 413]],
  [
    'values that are too long together',
    part('a', 'x'.repeat(600_000)) + part('c', 'x'.repeat(600_000)) + part('content', 'x') + END,
    [413],
  ],
  ['a file nobody asked for', part('other', 'x', '; filename="x.png"') + END, [400]],
  ['a file that is none', part('media', 'x', '; filename="x.png"') + END, [415]],
  ['an empty file', part('content', '', '; filename="../../x"') + END, [400, 413]],
  [
    'a form within',
    part('content', 'x', '') +
      `--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\n\r\nx\r\n--c--\r\n${END}`,
    [201, 400],
  ],
  ['the name __proto__', part('__proto__', 'x') + END, [400]],
  ['the name constructor', part('constructor', 'x') + END, [400]],
];

test.each(broken)('%s', async (_, body, statuses) => {
  const before = await count();
  const response = await send(body);
  expect(statuses, await response.clone().text()).toContain(response.status);
  if (response.ok) return;
  await expectFailure(response);
  expect(await count()).toBe(before);
});

async function count(): Promise<number> {
  return (await app.ctx.db.selectFrom('posts').select('id').execute()).length;
}

test.each([
  'application/json',
  'text/plain',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/mixed; boundary=b',
  'multipart/form-data, x; boundary=b',
])('%s is no form', async (type) => {
  const response = await send(part('content', 'x') + END, type);
  expect([400, 415]).toContain(response.status);
  await expectFailure(response);
});

test('a form is not JSON', async () => {
  const response = await app
    .client()
    .fetch('/api/auth/login', { method: 'POST', body: formOf({ email: 'alice', password: 'x' }) });
  expect([400, 415]).toContain(response.status);
  await expectFailure(response);
});

test('duplicate and unknown fields', async () => {
  expect((await send(part('content', 'a') + part('content', 'b') + END)).status).toBe(400);
  const response = await send(
    part('content', 'said') + part('_id', 'x') + part('isRepost', 'true') + END,
  );
  expect(response.status).toBe(201);
});
