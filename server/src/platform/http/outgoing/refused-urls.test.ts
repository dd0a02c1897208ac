import { expect, test } from 'vitest';
import { startNameServer } from '../../../../test/support/name-server.ts';
import { startOtherSite } from '../../../../test/support/other-site.ts';
import { Metrics } from '../../metrics/metrics.ts';
import { sendRequest, type OutgoingRequest } from './send-request.ts';

const metrics = new Metrics();
const limits = { timeoutMs: 5_000, maxBytes: 1_000, allowsHttp: true };

async function reasonAgainst(
  request: Pick<OutgoingRequest, 'url' | 'reach'>,
  names: string[] = [],
) {
  const result = await sendRequest({ metrics }, { ...limits, ...request }, names);
  return result.ok ? 'answered' : result.reason;
}

/** A site that counts its connections. */
async function startCounted() {
  let connections = 0;
  const url = await startOtherSite(
    (_, response) => response.end('secret'),
    () => (connections += 1),
  );
  return { port: new URL(url).port, connections: () => connections };
}

/** Spellings of addresses of this machine. */
const spellings = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '127.0.0.1.',
  '１２７.0.0.1',
  '127。0。0。1',
  '%31%32%37.0.0.1',
  '0',
  '0.0.0.0',
  '[::]',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:127.0.0.1]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[2002:7f00:1::]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'ⓛocalhost',
  'a.localhost',
];

test('no spelling of an own address gets a connection', async () => {
  const { port, connections } = await startCounted();
  const reasons = await Promise.all(
    spellings.flatMap((host) =>
      ['http', 'https'].map(async (scheme) =>
        reasonAgainst({ url: `${scheme}://${host}:${port}/`, reach: 'public' }),
      ),
    ),
  );
  expect(new Set(reasons)).toEqual(new Set(['address']));
  expect(connections()).toBe(0);
  expect(await reasonAgainst({ url: `http://127.1:${port}/`, reach: 'local' })).toBe('answered');
  expect(connections()).toBe(1);
});

test('no name of a private address gets a connection', async () => {
  const { port, connections } = await startCounted();
  const addresses: Record<string, object> = {
    'private.example': { A: ['10.0.0.1'] },
    'loopback.example': { A: ['127.0.0.1'] },
    'six.example': { AAAA: ['::1'] },
    'mapped.example': { AAAA: ['::ffff:127.0.0.1'] },
    'nat64.example': { AAAA: ['64:ff9b::7f00:1'] },
    'metadata.example': { A: ['169.254.169.254'] },
    'mixed.example': { A: ['1.1.1.1', '127.0.0.1'] },
    'families.example': { A: ['1.1.1.1'], AAAA: ['::1'] },
    'alias.example': { CNAME: 'inside.example', A: ['127.0.0.1'] },
    'zero.example': { A: ['0.0.0.0'] },
  };
  const { nameServers } = await startNameServer((name) => addresses[name] ?? {});
  for (const host of Object.keys(addresses))
    expect([
      host,
      await reasonAgainst({ url: `http://${host}:${port}/`, reach: 'public' }, nameServers),
    ]).toEqual([host, 'address']);
  expect(connections()).toBe(0);
});

test.each([
  'file:///etc/passwd',
  'ftp://localhost/',
  'gopher://localhost:70/_x',
  'data:text/html,x',
  'javascript:alert(1)',
  'ws://localhost/',
  'unix:/var/run/docker.sock',
  '//localhost/',
  'http:/\u0000/',
  'nonsense',
  '',
  'http://',
  'http://user@localhost/',
  'http://user:password@localhost/',
  'http://:password@localhost/',
  'http://1.1.1.1@localhost/',
  'http://[fe80::1%25lo]/',
  'http://[fe80::1%lo]/',
  'http://256.256.256.256/',
  'http://localhost:65536/',
  'http://localhost:0/',
  'http://localhost:22/',
  'http://localhost:25/',
  'https://localhost:587/',
])('%s is no address that a request may have', async (url) => {
  expect(await reasonAgainst({ url, reach: 'local' })).toBe('url');
});

test('plain HTTP needs the word of the caller', async () => {
  const url = 'http://127.0.0.1/';
  expect(await reasonAgainst({ url, reach: 'public' })).toBe('address');
  const request = { ...limits, url, reach: 'public', allowsHttp: false } as const;
  expect(await sendRequest({ metrics }, request)).toEqual({ ok: false, reason: 'url' });
});
