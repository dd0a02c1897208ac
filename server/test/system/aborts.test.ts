import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { startAppForFile } from '../support/app.ts';
import { join } from '../support/cast.ts';
import { noise, pathOf, fileOf, upload } from '../support/media.ts';
import { requestBytes } from '../support/raw-http.ts';
import { connectAs } from '../support/wire.ts';

const lines: string[] = [];
const app = await startAppForFile(
  { LOG_LEVEL: 'info' },
  { logTo: { write: (line) => void lines.push(line) } },
);
const alice = await join(app, 'alice');
beforeEach(() => void (lines.length = 0));

/** Log lines that report a failure of the server, or an answer with one. */
function alarms(): string[] {
  return lines.filter((line) => {
    const { level, res } = JSON.parse(line) as { level: number; res?: { statusCode: number } };
    return level >= 40 || (res?.statusCode ?? 0) >= 500;
  });
}

async function begin(bytes: string): Promise<Socket> {
  const { hostname, port } = new URL(app.address);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => {});
  await new Promise((resolve) => socket.write(bytes, 'latin1', resolve));
  return socket;
}

const member = `Cookie: ${alice.client.cookie}`;
const form = 'Content-Type: multipart/form-data; boundary=b';
const part = (name: string, more = '') =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
const png = '\x89PNG\r\n\x1a\n\0\0\0\rIHDR';

const bodies: [name: string, path: string, method: string, headers: string[], body: string][] = [
  ['JSON', '/api/auth/login', 'POST', ['Content-Type: application/json'], '{"email":'],
  [
    'JSON of a member',
    '/api/users/message-preference',
    'PATCH',
    [member, 'Content-Type: application/json'],
    '{',
  ],
  ['nothing of JSON', '/api/auth/login', 'POST', ['Content-Type: application/json'], ''],
  ['no type', '/api/auth/logout', 'POST', [], ''],
  ['an event', '/api/subscription/webhook', 'POST', ['Content-Type: application/json'], '{'],
  ['a form before its first part', '/api/media', 'POST', [member, form], '--b'],
  ['a form in a header', '/api/media', 'POST', [member, form], '--b\r\nContent-Dispo'],
  [
    'a form in a field',
    '/api/posts/createpost',
    'POST',
    [member, form],
    part('content') + 'half of',
  ],
  [
    'a form between parts',
    '/api/posts/createpost',
    'POST',
    [member, form],
    `${part('content')}x\r\n--b`,
  ],
  [
    'a file at its beginning',
    '/api/media',
    'POST',
    [member, form],
    part('file', '; filename="a.png"') + '\x89PN',
  ],
  [
    'a file',
    '/api/media',
    'POST',
    [member, form],
    part('file', '; filename="a.png"') + png + 'x'.repeat(100_000),
  ],
  [
    'an avatar',
    '/api/users/updateuser',
    'PATCH',
    [member, form],
    part('avatar', '; filename="a.png"') + png + 'x'.repeat(100_000),
  ],
  [
    'a form refused half way',
    '/api/media',
    'POST',
    [member, form],
    part('wrong', '; filename="a.png"') + png + 'x'.repeat(100_000),
  ],
];

test.each(bodies)(
  '%s that is aborted is no failure of the server',
  async (_, path, method, headers, body) => {
    for (const length of ['Content-Length: 900000', 'Transfer-Encoding: chunked']) {
      const sent =
        length.startsWith('T') && body ? `${body.length.toString(16)}\r\n${body}\r\n` : body;
      // JSON has a smaller limit. Above it, the server refuses the body instead of waiting.
      const size = headers.includes(form) ? length : length.replace('900000', '900');
      const socket = await begin(
        requestBytes({ method, path, headers: [...headers, size], body: sent }),
      );
      await wait(30);
      socket.resetAndDestroy();
    }
    await sentinel();
    expect(alarms()).toEqual([]);
  },
);

/** Sends requests. When they are answered, the server has noticed all earlier aborts. */
async function sentinel(): Promise<void> {
  for (let n = 0; n < 5; n += 1) await alice.client.fetch('/api/posts/feed');
}

test('an answer to a closed connection is no failure of the server', async () => {
  const media = await upload(alice, await fileOf('a.png', noise(640, 480).png()));
  const paths = ['/api/posts/feed', '/', '/privacy/', pathOf(media.url), '/api/openapi.json'];
  for (const path of paths) {
    for (const delay of [0, 1, 5]) {
      const headers = [member];
      const socket = await begin(requestBytes({ path, headers }).repeat(3));
      await wait(delay);
      socket.resetAndDestroy();
    }
  }
  await sentinel();
  expect(alarms()).toEqual([]);
});

test('a lost socket is no failure of the server', async () => {
  for (const delay of [0, 1, 5, 20]) {
    const socket = await begin(
      requestBytes({
        path: '/socket.io/?EIO=4&transport=websocket',
        headers: [
          member,
          'Connection: Upgrade',
          'Upgrade: websocket',
          'Sec-WebSocket-Version: 13',
          'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        ],
      }),
    );
    await wait(delay);
    socket.resetAndDestroy();
  }
  const live = await connectAs(alice.client);
  live.emit('typing', { receiverId: alice.id, conversationId: alice.id });
  live.io.engine.close();
  await sentinel();
  expect(alarms()).toEqual([]);
});
