import { describe, expect, test, vi } from 'vitest';
import * as auth from '@roost/contract/auth';
import { startAppForFile } from '../../../test/support/app.ts';
import { join, PASSWORD } from '../../../test/support/cast.ts';
import { passTime } from '../../../test/support/pass-time.ts';
import { requestBytes, sendRaw } from '../../../test/support/raw-http.ts';
import {
  closed,
  connectAs,
  nextEvent,
  openSocket,
  refusalOfSocket,
} from '../../../test/support/wire.ts';

const app = await startAppForFile();
const [alice, bob] = await Promise.all([join(app, 'alice'), join(app, 'bob')]);

const HANDSHAKE = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
];

async function shake(headers: string[], path = '/socket.io/?EIO=4&transport=websocket') {
  return sendRaw(app.address, requestBytes({ path, headers: [...HANDSHAKE, ...headers] }));
}

describe('a handshake', () => {
  const garbage = [
    undefined,
    'roost=',
    'roost=x',
    `roost=${'a'.repeat(43)}`,
    'roost=%00',
    '__Host-roost=x',
    `roost=${'x'.repeat(5_000)}`,
    '\u00ff=;;,,',
  ];
  test.each(garbage)('with the cookie %j is refused before the socket opens', async (cookie) => {
    const answer = await shake(cookie === undefined ? [] : [`Cookie: ${cookie}`]);
    expect(answer.status).toBe(401);
    expect(JSON.parse(answer.body)).toMatchObject({ status: 'fail', code: 'unauthenticated' });
    const error = await refusalOfSocket(openSocket(app.address, cookie ? { cookie } : {}));
    expect(error).not.toBeNull();
  });

  test.each([
    'https://evil.example',
    'null',
    'http://127.0.0.1:1',
    'http://127.0.0.1.evil.example',
  ])('from a page of %s is refused', async (origin) => {
    for (const path of [
      '/socket.io/?EIO=4&transport=websocket',
      '/socket.io/?EIO=4&transport=websocket&x=/webrtc',
    ]) {
      const answer = await shake([`Cookie: ${alice.client.cookie}`, `Origin: ${origin}`], path);
      expect(answer.status).toBe(403);
      expect(JSON.parse(answer.body)).toMatchObject({ code: 'foreign_origin' });
    }
    for (const namespace of ['', '/webrtc']) {
      await expect(
        connectAs(alice.client, { namespace, headers: { Origin: origin } }),
      ).rejects.toThrow();
    }
  });

  test('from another site without an Origin is refused', async () => {
    const answer = await shake([`Cookie: ${alice.client.cookie}`, 'Sec-Fetch-Site: cross-site']);
    expect(answer.status).toBe(403);
  });

  test('from our own page or a program is accepted', async () => {
    for (const headers of [{}, { Origin: app.address }] as Record<string, string>[]) {
      const socket = await connectAs(alice.client, { headers });
      expect(socket.connected).toBe(true);
    }
  });

  test('identifies its person by the cookie only', async () => {
    for (const query of [{ userId: alice.id, token: 'x' }, { sid: 'x' }]) {
      const error = await refusalOfSocket(
        openSocket(app.address, {
          query,
          headers: { Authorization: `Bearer ${String(alice.client.cookie).slice(6)}` },
        }),
      );
      expect(error).not.toBeNull();
    }
  });

  test('by long polling is refused', async () => {
    for (const method of ['GET', 'POST']) {
      const response = await alice.client.fetch('/socket.io/?EIO=4&transport=polling', { method });
      expect(response.status).toBe(400);
      expect(await response.text()).not.toContain('sid');
    }
    const error = await refusalOfSocket(
      openSocket(app.address, { cookie: alice.client.cookie, transports: ['polling'] }),
    );
    expect(error).not.toBeNull();
  });

  test('of an unknown namespace is refused', async () => {
    for (const namespace of ['/nothing', '/admin', '/__proto__']) {
      await expect(connectAs(alice.client, { namespace })).rejects.toThrow(/namespace/i);
    }
  });
});

describe('events', () => {
  test.each(['addUser', 'userOffline', 'ping'])('%s in another’s name is refused', async (name) => {
    const socket = await connectAs(alice.client);
    for (const payload of [
      [bob.id],
      [alice.id.replace(/.$/, 'x')],
      [],
      [null],
      [{ toString: 1 }],
      [alice.id, bob.id],
      [[alice.id]],
    ]) {
      const refusal = nextEvent(socket, 'error');
      socket.emit(name, ...payload);
      expect(await refusal).toMatchObject({
        message: expect.any(String),
        code: expect.stringMatching(/^(?:forbidden|bad_input)$/),
      });
    }
    expect(socket.connected).toBe(true);
  });

  test('of a socket opened in another’s name are refused', async () => {
    for (const userId of [bob.id, 'x', null, 1, {}]) {
      const socket = await connectAs(alice.client, { auth: { userId } });
      const refusal: unknown = await socket.timeout(5_000).emitWithAck('ping', alice.id);
      expect(refusal).toMatchObject({ ok: false, code: 'forbidden' });
    }
    const socket = await connectAs(alice.client, { auth: { userId: alice.id } });
    const answer: unknown = await socket.timeout(5_000).emitWithAck('ping', alice.id);
    expect(answer).toMatchObject({ ok: true });
  });

  test('that are unknown or malformed are refused, with an acknowledgement if the client asked', async () => {
    const socket = await connectAs(alice.client);
    for (const name of [
      'nothing',
      '__proto__',
      'constructor',
      'toString',
      '',
      'x'.repeat(10_000),
      'newNotification',
    ]) {
      const refusal = nextEvent(socket, 'error');
      socket.emit(name, {});
      expect(await refusal).toMatchObject({ code: 'bad_input' });
    }
    const answer: unknown = await socket.timeout(5_000).emitWithAck('ping', bob.id);
    expect(answer).toMatchObject({ ok: false, code: 'forbidden' });
  });

  test('and handshakes with a length that cannot be compared are not valid, and cost nothing else', async () => {
    const odd = { length: { toString: 0, valueOf: 0 } };
    const socket = await connectAs(alice.client, { auth: { tab: odd, since: odd, extended: odd } });
    const ask = async (message: object) =>
      socket.timeout(5_000).emitWithAck('sendMessage', message) as Promise<unknown>;
    expect(await ask({ receiverId: bob.id, content: 'hi', clientId: odd })).toMatchObject({
      code: 'bad_input',
    });
    expect(await socket.timeout(5_000).emitWithAck('ping', alice.id)).toMatchObject({ ok: true });
  });

  test('that are refused too often close the socket', async () => {
    const socket = await connectAs(alice.client);
    const closing = closed(socket);
    for (let n = 0; n < 300; n += 1) socket.emit('nothing', n);
    await closing;
  });

  test('that are refused a few times each minute never close the socket', async () => {
    const socket = await connectAs(alice.client);
    const ask = async () => socket.timeout(5_000).emitWithAck('nothing', 1) as Promise<unknown>;
    for (let minute = 0; minute < 3; minute += 1) {
      for (let n = 0; n < 60; n += 1) expect(await ask()).toMatchObject({ ok: false });
      passTime((minute + 1) * 61_000);
    }
    expect(socket.connected).toBe(true);
    vi.restoreAllMocks();
  });

  test('up to 64 kB are read, larger ones close the socket', async () => {
    const socket = await connectAs(alice.client);
    const refusal = nextEvent(socket, 'error');
    socket.emit('ping', 'x'.repeat(60_000));
    expect(await refusal).toMatchObject({ code: 'bad_input' });
    const closing = closed(socket);
    socket.emit('ping', 'x'.repeat(66_000));
    await closing;
  });

  const frames = [
    '2',
    '42',
    '42{}',
    '42[]',
    '42[1]',
    '42[null]',
    '42["connect"]',
    '42["disconnect"]',
    '42["error",1]',
    '451-["x",{"_placeholder":true,"num":0}]',
    '4999999999-["x"]',
    '451000000000-["x"]',
    '4',
    '49',
    '40/webrtc,',
    '41',
    '42/nothing,["x"]',
    `42${'9'.repeat(400)}["ping"]`,
    '43["x"]',
    '430[]',
    '\0',
    '9',
    'b',
    `42[${'['.repeat(20_000)}`,
    '42["__proto__"]',
    '42["ping",{"__proto__":{"x":1}}]',
    '44{"message":"x"}',
  ];
  test.each(frames.map((frame) => [frame.slice(0, 40), frame]))(
    'the frame %j harms nobody else',
    async (_, frame) => {
      const other = await connectAs(bob.client);
      const socket = new WebSocket(
        `${app.address.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`,
        {
          headers: { Cookie: String(alice.client.cookie) },
        },
      );
      await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
      socket.send('40');
      socket.send(frame);
      socket.send(Buffer.from(frame));
      const answered = nextEvent(other, 'error');
      other.emit('nothing');
      await answered;
      socket.close();
      expect(other.connected).toBe(true);
      expect((await app.client().fetch('/live')).status).toBe(200);
    },
  );
});

test('a session that ends between the handshake and the socket leaves no socket', async () => {
  for (let n = 0; n < 8; n += 1) {
    const client = app.client();
    await client.call(auth.login, { body: { email: 'bob', password: PASSWORD } });
    const socket = openSocket(app.address, { cookie: client.cookie });
    const connecting = refusalOfSocket(socket);
    await client.call(auth.logout, {});
    if ((await connecting) === null) await closed(socket);
  }
});
