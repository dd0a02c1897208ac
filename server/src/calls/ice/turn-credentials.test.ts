import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasRelay, Relay } from '../../../../tools/relay.ts';
import { TurnClient } from '../../../test/support/turn-client.ts';
import { credentialsFor } from './ice-servers.ts';

// Tests a real coturn with the configuration in deploy/, if coturn is installed.
const SECRET = 'a secret for tests';
const HOUR = 3_600_000;

let relay: Relay;

const clientFor = async (credentials: { username: string; credential: string }) =>
  new TurnClient(relay.port, credentials);

describe.skipIf(!hasRelay())('a coturn with the deployed configuration', () => {
  beforeAll(async () => {
    relay = await Relay.start({ secret: SECRET });
  });
  afterAll(async () => relay.end());

  const allocate = async (credentials: { username: string; credential: string }) => {
    const client = await clientFor(credentials);
    const status = await client.allocate(4);
    client.close();
    return status;
  };

  test('only unexpired credentials of this server are accepted', async () => {
    expect(await allocate(credentialsFor('ann', SECRET))).toBe(200);
    expect(await allocate(credentialsFor('ann', 'another secret'))).toBe(401);
    expect(await allocate(credentialsFor('ann', SECRET, Date.now() - HOUR - 5_000))).toBe(401);
    const own = credentialsFor('ann', SECRET);
    const later = credentialsFor('ann', SECRET, Date.now() + HOUR);
    // Credentials are valid for one name and one expiry time.
    expect(await allocate({ ...own, username: own.username.replace('ann', 'ben') })).toBe(401);
    expect(await allocate({ ...own, username: later.username })).toBe(401);
    expect(await allocate({ username: 'ann', credential: own.credential })).toBe(401);
  });

  const denied = {
    4: [
      '0.0.0.0',
      '0.1.2.3',
      '10.0.0.1',
      '100.64.0.1',
      '127.0.0.1',
      '127.255.255.254',
      '169.254.169.254',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '198.18.0.1',
      '224.0.0.1',
      '240.0.0.1',
      '255.255.255.255',
    ],
    6: [
      '::',
      '::1',
      '::127.0.0.1',
      '::ffff:127.0.0.1',
      '::ffff:0.0.0.0',
      '::ffff:10.0.0.1',
      '::ffff:192.168.1.1',
      '::ffff:169.254.169.254',
      '::ffff:8.8.8.8',
      '::ffff:0:127.0.0.1',
      '64:ff9b::7f00:1',
      '64:ff9b:1::7f00:1',
      '2002:7f00:1::',
      '2001::1',
      'fc00::1',
      'fd12:3456::1',
      'fe80::1',
      'febf::1',
      'fec0::1',
      'ff02::1',
    ],
  } as const;

  test.each([4, 6] as const)(
    'no relay to this machine or a private network: IPv%i',
    async (family) => {
      const client = await clientFor(credentialsFor(`denied${family}`, SECRET));
      expect(await client.allocate(family)).toBe(200);
      // The relay works, so the refusals below are due to the target addresses.
      const open = family === 4 ? '8.8.8.8' : '2606:4700::1111';
      expect(await client.permit(open)).toBe(200);
      let channel = 0x4000;
      for (const peer of denied[family]) {
        expect(await client.permit(peer), peer).toBe(403);
        expect(await client.bind(peer, (channel += 1)), peer).toBe(403);
      }
      client.close();
    },
  );
});

test('the configuration sets each option once, except denied peers', async () => {
  const source = new URL('../../../../deploy/coturn/turnserver.conf', import.meta.url);
  const names = (await readFile(source, 'utf8'))
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('=')[0])
    .filter((name) => name !== 'denied-peer-ip');
  expect(names.length).toBe(new Set(names).size);
  expect(names).toContain('no-cli');
});
