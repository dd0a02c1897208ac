import { expect, test } from 'vitest';
import { networkKey } from './network-key.ts';

test.each([
  ['10.0.0.1', '10.0.0.1', '10.0.0.0/24'],
  ['10.0.0.1:4711', '10.0.0.1', '10.0.0.0/24'],
  ['::ffff:10.0.0.1', '10.0.0.1', '10.0.0.0/24'],
  ['::FFFF:0a00:0001', '10.0.0.1', '10.0.0.0/24'],
  ['0:0:0:0:0:ffff:10.0.0.1', '10.0.0.1', '10.0.0.0/24'],
  ['64:ff9b::10.0.0.1', '10.0.0.1', '10.0.0.0/24'],
  ['2001:db8:0:1::1', '2001:db8:0:1::/64', '2001:db8::/48'],
  ['2001:0DB8:0000:0001:ffff::', '2001:db8:0:1::/64', '2001:db8::/48'],
  ['[2001:db8:7:1::1]:443', '2001:db8:7:1::/64', '2001:db8:7::/48'],
  ['2001:db8::', '2001:db8::/64', '2001:db8::/48'],
  ['1::2:3:4:5:6:7', '1:0:2:3::/64', '1:0:2::/48'],
  ['::1', '::/64', '::/48'],
  ['fe80::1%eth0', 'fe80::/64', 'fe80::/48'],
  ['', 'unreadable', 'unreadable'],
  ['x', 'unreadable', 'unreadable'],
  ['10.1', 'unreadable', 'unreadable'],
  ['10.0.0.1, 10.0.0.2', 'unreadable', 'unreadable'],
])('%s counts as %s, its network as %s', (address, customer, network) => {
  expect(networkKey(address)).toBe(customer);
  expect(networkKey(address, 'network')).toBe(network);
});
