import { execFileSync } from 'node:child_process';
import http, { type IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { has } from '../../../../test/support/deploy.ts';
import { startOtherSite, startRawSite } from '../../../../test/support/other-site.ts';
import { Metrics } from '../../metrics/metrics.ts';
import { sendRequest } from './send-request.ts';

const ctx = { metrics: new Metrics() };
const limits = { reach: 'local', timeoutMs: 5_000, maxBytes: 100 } as const;

/** A site that sets a cookie with each answer. Returns the requests that it gets. */
async function startRecording(locations: Record<string, string> = {}) {
  const requests: IncomingMessage[] = [];
  const bodies: Buffer[] = [];
  const url = await startOtherSite((request, response) => {
    requests.push(request);
    void buffer(request).then((body) => bodies.push(body));
    const location = locations[request.url ?? ''];
    response.setHeader('Set-Cookie', 'a=b');
    if (location !== undefined) response.setHeader('Location', location);
    request.on('end', () => response.writeHead(location === undefined ? 201 : 307).end('done'));
  });
  return { url, requests, bodies };
}

test('bytes are posted as they are, and the answer has its status and a short body', async () => {
  const { url, requests, bodies } = await startRecording();
  const body = Buffer.from([0, 1, 255]);
  const headers = { TTL: '60', 'Content-Encoding': 'aes128gcm' };
  const result = await sendRequest(ctx, { ...limits, url, method: 'POST', headers, body });
  expect(result).toMatchObject({ ok: true, status: 201, isCut: false });
  expect(result.ok && result.body.toString()).toBe('done');
  expect(bodies).toEqual([body]);
  expect(requests[0]).toMatchObject({
    method: 'POST',
    headers: {
      ttl: '60',
      'content-encoding': 'aes128gcm',
      'content-length': '3',
      host: new URL(url).host,
    },
  });
});

test('a post follows no redirect', async () => {
  const { url, requests } = await startRecording({ '/': '/end' });
  const request = {
    ...limits,
    url,
    method: 'POST',
    body: Buffer.from('x'),
    maxRedirects: 3,
  } as const;
  expect(await sendRequest(ctx, request)).toMatchObject({ ok: true, status: 307 });
  expect(requests).toHaveLength(1);
});

test('no request brings a cookie, and another site gets no headers of the caller', async () => {
  const other = await startRecording();
  const { url, requests } = await startRecording({ '/': '/next', '/next': other.url });
  const headers = { Authorization: 'secret' };
  const request = { ...limits, url, headers, accept: 'text/html', maxRedirects: 2 };
  expect(await sendRequest(ctx, request)).toMatchObject({ ok: true, url: `${other.url}/` });
  expect(requests.map((each) => each.headers.authorization)).toEqual(['secret', 'secret']);
  expect(other.requests.map((each) => each.headers.authorization)).toEqual([undefined]);
  const all = [...requests, ...other.requests].map((each) => each.headers);
  expect(all.map(({ cookie, accept }) => [cookie, accept])).toEqual(
    all.map(() => [undefined, 'text/html']),
  );
});

test('a body that nobody wants is not waited for', async () => {
  const head = 'HTTP/1.1 404 Not Found\r\nContent-Length: 9\r\n\r\n';
  const url = await startRawSite(head, () => undefined);
  const wantsBody = ({ status }: { status: number }) => status === 200;
  const result = await sendRequest(ctx, { ...limits, url, wantsBody });
  expect(result).toMatchObject({ ok: true, status: 404, body: Buffer.alloc(0), isCut: true });
});

test('a proxy is not asked', async () => {
  const [site, proxy] = [await startRecording(), await startRecording()];
  const { globalAgent } = http;
  http.globalAgent = new http.Agent({ proxyEnv: { HTTP_PROXY: proxy.url } });
  onTestFinished(() => void (http.globalAgent = globalAgent));
  expect(await sendRequest(ctx, { ...limits, url: site.url })).toMatchObject({ ok: true });
  expect(proxy.requests).toEqual([]);
});

test.skipIf(!has('openssl'))('a certificate must be trusted, and of this name', async () => {
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const options = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', '-', ...names];
  const pem = execFileSync('openssl', ['req', ...options], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const hosts: unknown[] = [];
  const site = createServer({ key: pem, cert: pem }, (request, response) => {
    hosts.push(request.headers.host);
    response.end();
  });
  await new Promise<void>((resolve) => {
    site.listen(0, resolve);
  });
  onTestFinished(() => void site.close());
  const { port } = site.address() as AddressInfo;
  const ask = async (host: string) =>
    sendRequest(ctx, { ...limits, url: `https://${host}:${port}/` });
  const refused = { ok: false, reason: 'connection' };
  expect(await ask('localhost')).toEqual(refused);
  const trusted = getCACertificates();
  setDefaultCACertificates([...trusted, pem]);
  onTestFinished(() => setDefaultCACertificates(trusted));
  expect(await ask('localhost')).toMatchObject({ ok: true, status: 200 });
  expect(await ask('127.0.0.1')).toEqual(refused);
  expect(await ask('other.localhost')).toEqual(refused);
  expect(hosts).toEqual([`localhost:${port}`]);
});
