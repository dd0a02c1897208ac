import { expect, test } from 'vitest';
import { startNameServer, type NameAnswer } from '../../../../test/support/name-server.ts';
import { startOtherSite } from '../../../../test/support/other-site.ts';
import { Metrics } from '../../metrics/metrics.ts';
import { findAddresses } from './find-addresses.ts';
import { sendRequest, type OutgoingRequest } from './send-request.ts';

// Here loopback plays the part of the public addresses, and all others are out of reach. So no test leaves this machine.

const metrics = new Metrics();
/** Addresses out of reach, which nothing on this machine has. */
const [FORBIDDEN, FORBIDDEN_6] = ['10.11.12.13', 'fd00::1'];

async function ask(answer: NameAnswer, path = '', more: Partial<OutgoingRequest> = {}) {
  const { nameServers, questions } = await startNameServer(answer);
  const hosts: string[] = [];
  const site = await startOtherSite((request, response) => {
    hosts.push(request.headers.host ?? '');
    if (request.url === '/again') response.writeHead(302, { Location: '/end' });
    response.end('x');
  });
  const { port } = new URL(site);
  const url = `http://rebound.example:${port}${path}`;
  const request = { url, reach: 'local', timeoutMs: 8_000, maxBytes: 10, ...more } as const;
  const result = await sendRequest({ metrics }, request, nameServers);
  return { result, questions, hosts, port };
}

test('the checked address is the one of the connection, though the next look-up gives another', async () => {
  const { result, questions, hosts, port } = await ask((_, count) => ({
    A: [count === 0 ? '127.0.0.1' : FORBIDDEN],
  }));
  expect(result).toMatchObject({ ok: true, status: 200 });
  expect(questions.toSorted()).toEqual(['A rebound.example', 'AAAA rebound.example']);
  expect(hosts).toEqual([`rebound.example:${port}`]);
});

test('each redirect looks the name up again, whatever its TTL, and checks the new address', async () => {
  const { result, hosts } = await ask(
    (_, count) => ({ A: [count === 0 ? '127.0.0.1' : FORBIDDEN] }),
    '/again',
    { maxRedirects: 3 },
  );
  expect(result).toEqual({ ok: false, reason: 'address' });
  expect(hosts).toHaveLength(1);
});

test.each([
  ['both kinds in one answer', { A: ['127.0.0.1', FORBIDDEN] }],
  ['a forbidden IPv6 address', { A: ['127.0.0.1'], AAAA: [FORBIDDEN_6] }],
  ['a forbidden IPv4 address', { A: [FORBIDDEN], AAAA: ['::1'] }],
  ['an alias', { CNAME: 'inside.example', A: [FORBIDDEN] }],
  [
    'the last of many addresses',
    { A: [...Array.from({ length: 20 }, () => '127.0.0.1'), FORBIDDEN] },
  ],
])('%s is refused', async (_, records) => {
  const { result, hosts } = await ask(() => records);
  expect(result).toEqual({ ok: false, reason: 'address' });
  expect(hosts).toEqual([]);
});

test('a name with many addresses leads to few connections', async () => {
  const all = Array.from({ length: 20 }, (_, n) => `127.0.0.${n + 1}`);
  const { nameServers } = await startNameServer(() => ({ A: all }));
  const url = new URL('http://many.example/');
  const search = { reach: 'local', signal: AbortSignal.timeout(5_000), nameServers } as const;
  expect(await findAddresses(url, search)).toHaveLength(6);
});

test('an alias of an address within reach is fine', async () => {
  const { result } = await ask(() => ({ CNAME: 'other.example', A: ['127.0.0.1'] }));
  expect(result).toMatchObject({ ok: true });
});

test('if one family is not answered, the other is used', async () => {
  const { result } = await ask((_, count) => (count === 0 ? { AAAA: ['::1'] } : null));
  expect(result).toMatchObject({ ok: true });
});

test('a name without addresses, or an alias without any, fails', async () => {
  expect((await ask(() => ({}))).result).toEqual({ ok: false, reason: 'name' });
  expect((await ask(() => ({ CNAME: 'x.example' }))).result).toEqual({ ok: false, reason: 'name' });
});

test('a name server that stays silent costs the time of the request at most', async () => {
  const { result, questions } = await ask(() => null, '', { timeoutMs: 300 });
  expect(result).toEqual({ ok: false, reason: 'time' });
  // The look-up is cancelled, so no question is repeated.
  expect(questions.toSorted()).toEqual(['A rebound.example', 'AAAA rebound.example']);
});

test('international names and names with a dot at the end are asked for as the DNS writes them', async () => {
  const { nameServers, questions } = await startNameServer(() => ({ A: [FORBIDDEN] }));
  for (const url of [
    'https://bücher.example/',
    'https://dot.example./',
    'https://ＷＩＤＥ.example/',
  ])
    await sendRequest(
      { metrics },
      { url, reach: 'local', timeoutMs: 5_000, maxBytes: 10 },
      nameServers,
    );
  expect(questions.filter((each) => each.startsWith('A '))).toEqual([
    'A xn--bcher-kva.example',
    'A dot.example',
    'A wide.example',
  ]);
});
