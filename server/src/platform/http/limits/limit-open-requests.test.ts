import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { endpoints } from '@roost/contract/endpoints';
import { concurrencyLimits } from '@roost/contract/rate-limits';
import { startAppForFile, startAppForTest, type TestApp } from '../../../../test/support/app.ts';
import { join } from '../../../../test/support/cast.ts';
import { expectRawFailure } from '../../../../test/support/failure.ts';
import { requestBytes, sendRaw } from '../../../../test/support/raw-http.ts';
import { nameOf, NOBODY, pathWith } from '../../../../test/support/requests.ts';
import { joinStaff } from '../../../../test/support/staff.ts';
import { noise } from '../../../../test/support/media.ts';
import { readConfig } from '../../../config/config.ts';
import { Metrics } from '../../metrics/metrics.ts';
import { bodyLimitOf } from '../bodies.ts';
import { makeServer } from '../server.ts';

const timeouts = {
  bodyMs: 400,
  uploadWindowMs: 4_000,
  minUploadBytes: 2,
  readStallMs: 400,
  sweepIntervalMs: 50,
};
const app = await startAppForFile({}, { timeouts });
const alice = await join(app, 'alice');
const boss = await joinStaff(app, 'boss', 'admin');

/** The connection of a sender who is slow on purpose, and all that it receives. */
class Slow {
  readonly socket: Socket;
  text = '';
  readonly closed: Promise<unknown>;

  constructor(ownApp: TestApp) {
    const { hostname, port } = new URL(ownApp.address);
    this.socket = connect({ host: hostname, port: Number(port) });
    this.socket.on('error', () => this.socket.destroy());
    this.socket.on('data', (chunk) => (this.text += chunk.toString('latin1')));
    this.closed = new Promise((resolve) => this.socket.once('close', resolve));
    onTestFinished(() => void this.socket.destroy());
  }

  /** Sends a request's head and the beginning of its body. */
  begin(method: string, path: string, headers: readonly string[] = []): this {
    this.socket.write(
      requestBytes({ method, path, headers: ['Content-Length: 8000', ...headers], body: '{' }),
    );
    return this;
  }

  /** The same, and then single bytes at intervals. */
  drip(method: string, path: string, headers: readonly string[] = []): this {
    this.begin(method, path, headers);
    const dripping = setInterval(() => this.socket.write(' '), 50);
    this.socket.once('close', () => clearInterval(dripping));
    return this;
  }
}

const asJson = 'Content-Type: application/json';

describe('a slow body', () => {
  test.each([
    ['POST', '/api/auth/logout', [asJson]],
    ['POST', '/api/auth/login', [asJson]],
    ['POST', '/api/subscription/webhook', [asJson]],
    ['POST', '/api/auth/logout', ['Content-Type: multipart/form-data; boundary=x']],
    ['GET', '/live', []],
    ['GET', '/', []],
    ['OPTIONS', '/api/auth/login', []],
    ['POST', '/socket.io/?EIO=4&transport=websocket', [asJson]],
    ['PATCH', `/api/posts/${NOBODY}`, [asJson, `Cookie: ${alice.client.cookie}`]],
  ])('is cut off: %s %s', async (method, path, headers) => {
    const slow = new Slow(app).drip(method, path, headers);
    await slow.closed;
  });

  test('gets the reason if no answer has started', async () => {
    const slow = new Slow(app).drip('POST', '/api/auth/login', [asJson]);
    await slow.closed;
    expect(slow.text).toMatch(/^HTTP\/1.1 408 [^]*"code":"bad_input"/);
  });

  test('of an upload is cut off only below the minimum speed', async () => {
    const head = [
      `Cookie: ${alice.client.cookie}`,
      'Content-Type: multipart/form-data; boundary=b',
      'Transfer-Encoding: chunked',
    ];
    const begin = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
    const chunk = (bytes: Buffer) =>
      Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
    const steady = new Slow(app);
    const stuck = new Slow(app);
    for (const { socket } of [steady, stuck]) {
      socket.write(requestBytes({ method: 'POST', path: '/api/media', headers: head }));
      socket.write(chunk(Buffer.from(begin)));
    }
    const picture = await noise(64, 64).png().toBuffer();
    const step = Math.ceil(picture.length / 10);
    for (let at = 0; at < picture.length; at += step) {
      steady.socket.write(chunk(picture.subarray(at, at + step)));
      await wait(100);
    }
    steady.socket.write(chunk(Buffer.from('\r\n--b--\r\n')));
    steady.socket.write('0\r\n\r\n');
    await expect.poll(() => steady.text).toMatch(/^HTTP\/1.1 201 /);
    await stuck.closed;
    expect(stuck.text).toMatch(/^(HTTP\/1.1 408 |$)/);
  });
});

test('a client that reads nothing is cut off', async () => {
  const slow = new Slow(app);
  slow.socket.pause();
  const headers = [`Cookie: ${alice.client.cookie}`];
  slow.socket.write(requestBytes({ path: '/api/openapi.json', headers }).repeat(200));
  // A client that reads nothing notices only on a write that the connection is closed.
  slow.drip('GET', '/live');
  await slow.closed;
});

describe('the server refuses a body that is too large before it arrives', () => {
  const jsonCalls = endpoints.filter(({ method, encoding }) => method !== 'GET' && !encoding);
  test.each(jsonCalls.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    '%s',
    async (_, endpoint) => {
      const { client } = endpoint.staff ? boss : alice;
      const headers = [
        `Cookie: ${client.cookie}`,
        asJson,
        `Content-Length: ${bodyLimitOf(endpoint) + 1}`,
      ];
      const bytes = requestBytes({
        method: endpoint.method,
        path: pathWith(endpoint, NOBODY),
        headers,
      });
      expectRawFailure(await sendRaw(app.address, bytes), [413]);
    },
  );

  test.each(['/api/nothing', '/nothing', '/socket.io/nothing/', '/media'])(
    'no byte of one is read at %s',
    async (path) => {
      const slow = new Slow(app).drip('POST', path, [asJson]);
      await slow.closed;
      expect(slow.text).toMatch(/^HTTP\/1.1 40[04] /);
    },
  );
});

describe('connections and requests of one address', () => {
  test('have a limit: the longest waiting ones are cut, and others get answers', async () => {
    const ownApp = await startAppForTest({ RATE_LIMITS: 'on' });
    const many = Array.from(
      { length: concurrencyLimits.openRequests - 12 },
      () => new Slow(ownApp),
    );
    await Promise.all(many.map(({ socket }) => once(socket, 'connect')));
    const ask = async () => expect((await fetch(`${ownApp.address}/privacy/`)).status).toBe(200);
    // The server accepts connections in order, so by now it has accepted all of them.
    await ask();
    const [first] = many as [Slow];
    // After an answer, a connection goes to the end of the queue.
    first.socket.write(requestBytes({ path: '/live' }));
    await expect.poll(() => first.text).toMatch(/"success"/);
    const others = Array.from({ length: 30 }, (_, n) => {
      const other = new Slow(ownApp);
      return n % 2 ? other : other.begin('POST', '/api/auth/logout', [asJson]);
    });
    await Promise.all(others.map(({ socket }) => once(socket, 'connect')));
    await Promise.all(Array.from({ length: 10 }, ask));
    await expect.poll(() => many.filter(({ socket }) => socket.closed).length).toBeGreaterThan(18);
    const stillOpen = [...many, ...others].filter(({ socket }) => !socket.closed);
    expect(stillOpen.length).toBeLessThanOrEqual(concurrencyLimits.openRequests);
    expect(stillOpen).toEqual(expect.arrayContaining([first, ...others]));
  });

  test('behind a proxy count for the forwarded address', async () => {
    const ownApp = await startAppForTest({ RATE_LIMITS: 'on', TRUST_PROXY: '1' });
    const from = (address: string) => `X-Forwarded-For: ${address}`;
    const many = Array.from({ length: concurrencyLimits.openRequests + 10 }, () =>
      new Slow(ownApp).begin('POST', '/api/auth/logout', [asJson, from('2001:db8::1')]),
    );
    await expect.poll(() => many.filter(({ socket }) => socket.closed).length).toBeGreaterThan(9);
    for (const address of ['2001:db8:0:1::1', '2001:db8::2']) {
      const bytes = requestBytes({ path: '/privacy/', headers: [from(address)] });
      expect((await sendRaw(ownApp.address, bytes)).status).toBe(200);
    }
  });

  test('are refused and counted if the server is answering all of them', async () => {
    const metrics = new Metrics();
    const config = readConfig({ TRUST_PROXY: '1' });
    const server = await makeServer({ config, log: pino({ level: 'silent' }), metrics });
    onTestFinished(() => server.close());
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    let waiting = 0;
    server.get('/slow', async () => {
      waiting += 1;
      await gate;
      return 'done';
    });
    const address = await server.listen({ port: 0, host: '127.0.0.1' });
    const ask = async () =>
      (await fetch(`${address}/slow`, { headers: { 'X-Forwarded-For': '192.0.2.1' } })).status;
    const first = Array.from({ length: concurrencyLimits.openRequests }, ask);
    await expect.poll(() => waiting, { timeout: 5_000 }).toBe(concurrencyLimits.openRequests);
    const last = await ask();
    open();
    expect(last).toBe(429);
    expect(new Set(await Promise.all(first))).toEqual(new Set([200]));
    expect(await metrics.registry.getSingleMetricAsString('http_requests_shed_total')).toContain(
      'http_requests_shed_total{reason="open_requests"} 1',
    );
  });
});
