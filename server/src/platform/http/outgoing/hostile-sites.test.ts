import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startRawSite } from '../../../../test/support/other-site.ts';
import { Metrics } from '../../metrics/metrics.ts';
import { sendRequest, type OutgoingRequest } from './send-request.ts';

const ctx = { metrics: new Metrics() };
const MAX_BYTES = 64 * 1_024;
const limits = { reach: 'local', timeoutMs: 5_000, maxBytes: MAX_BYTES } as const;

async function ask(url: string, more: Partial<OutgoingRequest> = {}) {
  return sendRequest(ctx, { ...limits, url, ...more });
}

async function reasonOf(url: string, more: Partial<OutgoingRequest> = {}): Promise<string> {
  const result = await ask(url, more);
  return result.ok ? `status ${result.status}` : result.reason;
}

function stayOpen(): void {
  // The site neither sends nor ends.
}

/** Sends this again whenever the last one has gone. */
function endless(bytes: string | Buffer) {
  return (socket: Socket) => {
    const write = () => {
      while (!socket.destroyed && socket.write(bytes));
    };
    socket.on('drain', write);
    write();
  };
}

/** Sends one byte at a time, each within the usual idle time. */
function drip(bytes: string) {
  return (socket: Socket) => {
    const timer = setInterval(() => socket.write(bytes), 20);
    socket.on('close', () => clearInterval(timer));
  };
}

const head = 'HTTP/1.1 200 OK\r\n';
const gzipped = `${head}Content-Encoding: gzip\r\n\r\n`;
/** A gzip block of an empty text. A chain of them expands to nothing. */
const emptyBlock = gzipSync('');
const bomb = gzipSync(Buffer.alloc(20 * 2 ** 20));
const withBody = (bytes: Buffer, encoding: string) =>
  Buffer.concat([Buffer.from(`${head}Content-Encoding: ${encoding}\r\n\r\n`), bytes]);

test.each<[string, string | Buffer, ((socket: Socket) => void) | undefined, string]>([
  ['no answer', '', stayOpen, 'time'],
  ['a slow head', head, drip('X-A: b\r\n'), 'time'],
  ['a slow body', `${head}\r\n`, drip('x'), 'time'],
  ['a body that stops', `${head}Content-Length: 9\r\n\r\nx`, stayOpen, 'time'],
  ['endless early hints', '', endless('HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n'), 'time'],
  ['endless headers', head, endless(`X-A: ${'b'.repeat(1_000)}\r\n`), 'answer'],
  ['one endless header', `${head}X-A: `, endless('b'.repeat(1_000)), 'answer'],
  ['a long list of headers', `${head}${'a:b\r\n'.repeat(9_000)}\r\n`, undefined, 'answer'],
  ['another protocol', 'SSH-2.0-OpenSSH_9.9\r\n', undefined, 'answer'],
  ['a broken status', 'HTTP/1.1 abc\r\n\r\n', undefined, 'answer'],
  ['two lengths', `${head}Content-Length: 1\r\nContent-Length: 2\r\n\r\nx`, undefined, 'answer'],
  [
    'a length and chunks',
    `${head}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    undefined,
    'answer',
  ],
  ['a broken chunk', `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, undefined, 'answer'],
  ['a line break in a header', `${head}X-A: b\rc\r\n\r\n`, undefined, 'answer'],
  [
    'a switch of the protocol',
    'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
    stayOpen,
    'connection',
  ],
  ['an end without an answer', '', undefined, 'connection'],
  ['an end within the body', `${head}Content-Length: 9\r\n\r\nx`, undefined, 'connection'],
  [
    'a reset',
    `${head}Content-Length: 9\r\n\r\nx`,
    (socket) => socket.resetAndDestroy(),
    'connection',
  ],
  ['a body that is no gzip', `${gzipped}plain`, undefined, 'answer'],
  ['half a gzip', withBody(gzipSync('x'.repeat(99)).subarray(0, 15), 'gzip'), undefined, 'answer'],
  ['no Brotli', withBody(randomBytes(99), 'br'), undefined, 'answer'],
  ['gzip in gzip', withBody(gzipSync(bomb), 'gzip, gzip'), undefined, 'answer'],
  ['an unknown encoding', withBody(brotliCompressSync('x'), 'zstd'), undefined, 'answer'],
  ['gzip that expands to nothing', gzipped, endless(emptyBlock), 'answer'],
])('%s ends as a failure', async (_, bytes, after, reason) => {
  const site = await startRawSite(bytes, after);
  expect(await reasonOf(site, { timeoutMs: reason === 'time' ? 300 : 5_000 })).toBe(reason);
});

test.each<[string, string | Buffer, ((socket: Socket) => void) | undefined]>([
  ['an endless body', `${head}\r\n`, endless('x'.repeat(10_000))],
  [
    'endless small chunks',
    `${head}Transfer-Encoding: chunked\r\n\r\n`,
    endless('1\r\nx\r\n'.repeat(1_000)),
  ],
  ['a gzip bomb', withBody(bomb, 'gzip'), undefined],
  ['a Brotli bomb', withBody(brotliCompressSync(Buffer.alloc(20 * 2 ** 20)), 'br'), undefined],
  [
    'a length of a terabyte',
    `${head}Content-Length: 1099511627776\r\n\r\n`,
    endless('x'.repeat(10_000)),
  ],
])('of %s only the start is read', async (_, bytes, after) => {
  const site = await startRawSite(bytes, after);
  const result = await ask(site);
  expect(result).toMatchObject({ ok: true, isCut: true });
  expect(result.ok && result.body.length).toBe(MAX_BYTES);
});

test('a body of exactly the limit is whole', async () => {
  const site = await startRawSite(withBody(gzipSync(Buffer.alloc(MAX_BYTES, 'x')), 'gzip'));
  const result = await ask(site);
  expect(result).toMatchObject({ ok: true, isCut: false });
  expect(result.ok && result.body.equals(Buffer.alloc(MAX_BYTES, 'x'))).toBe(true);
});

test.each([
  ['file:///etc/passwd', 'url'],
  ['gopher://127.0.0.1:70/', 'url'],
  ['data:text/html,x', 'url'],
  ['http://user:password@127.0.0.1/', 'url'],
  ['//user@127.0.0.1/', 'url'],
  ['http://127.0.0.1:0/', 'url'],
  ['http://127.0.0.1:25/', 'url'],
  ['http://[', 'url'],
  ['http://10.0.0.1/', 'address'],
  ['http://0xa000001/', 'address'],
  ['http://[::ffff:10.0.0.1]/', 'address'],
  ['http://169.254.169.254/latest/meta-data/', 'address'],
  ['//169.254.169.254/', 'address'],
  ['/', 'redirects'],
  ['?', 'redirects'],
])('a redirect to %s ends as a failure', async (location, reason) => {
  const site = await startRawSite(`HTTP/1.1 302 Found\r\nLocation: ${location}\r\n\r\n`);
  expect(await reasonOf(site, { maxRedirects: 3 })).toBe(reason);
});

test('a redirect that breaks its connection harms nobody', async () => {
  const bytes = 'HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 9\r\n\r\n';
  const site = await startRawSite(bytes, (socket) => socket.resetAndDestroy());
  expect(['redirects', 'connection']).toContain(await reasonOf(site, { maxRedirects: 3 }));
});

test('a closed port and a site without TLS are no connections', async () => {
  const site = await startRawSite('');
  expect(await reasonOf(site.replace('http:', 'https:'))).toBe('connection');
  expect(await reasonOf('http://127.0.0.1:1024/')).toBe('connection');
});

test('a metric counts the outcome of each request', async () => {
  const text = await ctx.metrics.registry.getSingleMetricAsString('outgoing_requests_total');
  for (const outcome of ['answered', 'url', 'address', 'connection', 'answer', 'redirects', 'time'])
    expect(text).toMatch(new RegExp(`outcome="${outcome}"} [1-9]`));
});
