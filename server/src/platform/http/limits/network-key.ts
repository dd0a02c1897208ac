import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Prefix lengths: of one host, and of a network with many hosts. */
const bits = { host: { ipv4: 32, ipv6: 64 }, network: { ipv4: 24, ipv6: 48 } } as const;

/**
 * Turns a network address into the key of a limit. A `host` is one IPv4 address or an IPv6 /64, which a single home owns.
 * A `network` is an IPv4 /24 or an IPv6 /48: use it where one attacker may own many neighbouring addresses.
 * IPv4 addresses written as IPv6 count as IPv4. All malformed addresses share one key.
 */
export function networkKey(address: string, size: keyof typeof bits = 'host'): string {
  // The address of most connections. Reading it would take 5 µs.
  if (size === 'host' && isIPv4(address)) return address;
  const read = readAddress(address);
  if (!read) return 'unreadable';
  const [kind, bytes] = [read.kind(), read.toByteArray()];
  const length = bits[size][kind] / 8;
  const kept = bytes.map((byte, index) => (index < length ? byte : 0));
  const name = ipaddr.fromByteArray(kept).toString();
  return length === bytes.length ? name : `${name}/${bits[size][kind]}`;
}

/**
 * Reads a network address. Some proxies append the port to it. Node appends the interface to a link-local address. IPv4
 * addresses written as IPv6 become IPv4. Returns null for a malformed address.
 */
export function readAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const bare = /^\[(.*)\](?::\d+)?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d+$/, '$1');
  const plain = bare.replace(/%.*$/, '');
  if (!ipaddr.IPv4.isValidFourPartDecimal(plain) && !ipaddr.IPv6.isValid(plain)) return null;
  const read = ipaddr.process(plain);
  // NAT64 translators pass IPv4 customers to IPv6-only machines in this form (RFC 6052).
  return read.kind() === 'ipv6' && read.range() === 'rfc6052'
    ? ipaddr.fromByteArray(read.toByteArray().slice(12))
    : read;
}
