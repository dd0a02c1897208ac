import { expect, test } from 'vitest';
import { isPublicAddress, isWithinReach } from './reach.ts';

test.each([
  ['this network', '0.0.0.0', '0.1.2.3', '::'],
  ['loopback', '127.0.0.1', '127.255.255.254', '::1'],
  [
    'private',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    'fc00::1',
    'fd00:ec2::254',
  ],
  ['link-local', '169.254.169.254', 'fe80::1', 'fe80::1%lo', 'febf::1'],
  ['site-local', 'fec0::1'],
  ['shared by a carrier', '100.64.0.1', '100.100.100.200', '100.127.255.255'],
  [
    'IETF protocols',
    '192.0.0.1',
    '192.0.0.192',
    '192.88.99.1',
    '2001::1',
    '2001:2::1',
    '2001:20::1',
  ],
  ['anycast of name servers', '192.31.196.1', '192.52.193.1', '192.175.48.1', '2620:4f:8000::1'],
  ['documentation', '192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
  ['benchmarks', '198.18.0.1', '198.19.255.255'],
  ['multicast', '224.0.0.1', '239.255.255.250', 'ff02::1', 'ff0e::1'],
  ['reserved', '240.0.0.1', '255.255.255.255', '4000::1', '5f00::1', 'e000::1'],
  [
    'IPv4 in IPv6',
    '::ffff:10.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:0:7f00:1',
    '::127.0.0.1',
    '::a9fe:a9fe',
  ],
  ['NAT64', '64:ff9b::a00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::a00:1'],
  ['6to4 and Teredo', '2002:a00:1::', '2002:7f00:1::1', '2001:0:4136:e378::1'],
  ['discard', '100::1', '100:0:0:1::1'],
  ['the host of a virtual machine', '168.63.129.16'],
  ['no address', '', 'localhost', 'example.org', '256.1.1.1'],
])('%s is not public', (_, ...addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([]);
});

test.each([
  [
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '172.32.0.0',
    '192.0.1.1',
    '223.255.255.255',
  ],
  ['2606:4700:4700::1111', '2a00:1450:4001::1', '2001:4860:4860::8888'],
])('%s and its like are public', (...addresses) => {
  expect(addresses.filter((address) => !isPublicAddress(address))).toEqual([]);
});

test('an own public address is within reach at the ports of web servers alone', () => {
  const own = ['9.9.9.9'];
  const at = (address: string, port: number) => isWithinReach('public', { address, port }, own);
  expect([at('9.9.9.9', 443), at('9.9.9.9', 80), at('9.9.9.9', 9_090)]).toEqual([
    true,
    true,
    false,
  ]);
  expect(at('9.9.9.8', 9_090)).toBe(true);
  expect(at('127.0.0.1', 443)).toBe(false);
});

test('locally, only this machine is within reach', () => {
  const at = (address: string) => isWithinReach('local', { address, port: 80 });
  expect(['127.0.0.1', '::1', '::ffff:127.0.0.1'].every(at)).toBe(true);
  expect(['1.1.1.1', '10.0.0.1', '169.254.169.254', '0.0.0.0'].some(at)).toBe(false);
});
