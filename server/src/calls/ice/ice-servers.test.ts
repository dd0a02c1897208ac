import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { getIceServers } from '@roost/contract/calls';
import { updatePrivacy } from '@roost/contract/users';
import { startAppForTest } from '../../../test/support/app.ts';
import { crowdOf, type Member } from '../../../test/support/cast.ts';
import { credentialsFor } from './ice-servers.ts';

async function listFor(env: Record<string, string>) {
  const app = await startAppForTest(env);
  const [alice, bob] = (await crowdOf(app, 2)) as [Member, Member];
  const servers = async (member: Member) => (await member.call(getIceServers, {})).iceServers;
  return { app, alice, bob, own: await servers(alice), other: await servers(bob) };
}

test('without settings the list names only the own host', async () => {
  const { app, own } = await listFor({});
  expect(own).toEqual([{ urls: ['stun:127.0.0.1:3478'] }]);
  expect(new URL(app.address).hostname).toBe('127.0.0.1');
  const proxied = await listFor({ PUBLIC_URL: 'http://roost.example' });
  expect(proxied.own).toEqual([{ urls: ['stun:roost.example:3478'] }]);
});

test('configured STUN servers replace the own host', async () => {
  const { own } = await listFor({ STUN_URLS: 'stun:a.example:3478, stuns:b.example' });
  expect(own).toEqual([{ urls: ['stun:a.example:3478', 'stuns:b.example'] }]);
});

test('relays have credentials of the viewer for one hour', async () => {
  const { alice, bob, own, other } = await listFor({
    STUN_URLS: 'stun:turn.example:3478',
    TURN_URLS: 'turn:turn.example:3478?transport=udp,turns:turn.example:5349',
    TURN_SECRET: 'north',
  });
  const [stun, turn] = own;
  expect(stun).toEqual({ urls: ['stun:turn.example:3478'] });
  expect(turn?.urls).toEqual(['turn:turn.example:3478?transport=udp', 'turns:turn.example:5349']);
  const [until, userId] = String(turn?.username).split(':');
  expect(userId).toBe(alice.id);
  expect(Number(until) - Date.now() / 1_000).toBeGreaterThan(3_590);
  expect(Number(until) - Date.now() / 1_000).toBeLessThan(3_601);
  const expected = createHmac('sha1', 'north').update(String(turn?.username)).digest('base64');
  expect(turn?.credential).toBe(expected);
  expect(other[1]?.username).toContain(bob.id);
  expect(other[1]?.credential).not.toBe(turn?.credential);
  expect(JSON.stringify([own, other])).not.toContain('north');
});

test('the list may contain only relays', async () => {
  const { own } = await listFor({ TURN_URLS: 'turn:turn.example', TURN_SECRET: 'north' });
  expect(own).toHaveLength(1);
});

test('a credential is what coturn computes', () => {
  // Compared with `turnutils_uclient -W`. `turn-credentials.test.ts` tests a real coturn.
  expect(credentialsFor('ann', 'north', 1_700_000_000_000)).toEqual({
    username: '1700003600:ann',
    credential: createHmac('sha1', 'north').update('1700003600:ann').digest('base64'),
  });
});

test('the endpoint has a budget of its own', async () => {
  const app = await startAppForTest({ RATE_LIMITS: 'on' });
  const [alice] = (await crowdOf(app, 1)) as [Member];
  const statuses = await Promise.all(
    Array.from(
      { length: 61 },
      async () => (await alice.client.fetch('/api/webrtc/ice-servers')).status,
    ),
  );
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
});

test('a viewer who hides the own address gets only relays, where there are some', async () => {
  const relayed = await startAppForTest({
    STUN_URLS: 'stun:turn.example:3478',
    TURN_URLS: 'turn:turn.example:3478',
    TURN_SECRET: 'north',
  });
  const [hidden, open] = (await crowdOf(relayed, 2)) as [Member, Member];
  const body = { relayCallsOnly: true };
  await hidden.call(updatePrivacy, { body });
  expect(await hidden.call(getIceServers, {})).toMatchObject({
    iceTransportPolicy: 'relay',
    iceServers: [{ urls: ['turn:turn.example:3478'] }],
  });
  const others = await open.call(getIceServers, {});
  expect(others.iceTransportPolicy).toBe('all');
  expect(others.iceServers).toHaveLength(2);
  const plain = await startAppForTest();
  const [lonely] = (await crowdOf(plain, 1)) as [Member];
  await lonely.call(updatePrivacy, { body });
  expect(await lonely.call(getIceServers, {})).toMatchObject({
    iceTransportPolicy: 'all',
    iceServers: [{ urls: ['stun:127.0.0.1:3478'] }],
  });
});
