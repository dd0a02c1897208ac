import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { isLoopback } from '../../../lib/loopback.ts';

/** The addresses that a request may connect to: public ones, or (for tests) those of this machine alone. */
export type Reach = 'public' | 'local';

/** IANA gives out public IPv6 addresses in this range only. `ipaddr.js` also calls `::7f00:1` (127.0.0.1) unicast. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** A service of the host of virtual machines (Azure), which only looks like a public address. */
const PLATFORM_ADDRESS = '168.63.129.16';

export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || address === PLATFORM_ADDRESS) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast);
}

/**
 * Whether a request may connect there. A firewall often lets a machine reach all its own ports, so its own public addresses are
 * open only at the ports of web servers.
 */
export function isWithinReach(
  reach: Reach,
  { address, port }: { address: string; port: number },
  own: string[] = ownAddresses(),
): boolean {
  if (reach === 'local') return isLoopback(address);
  return isPublicAddress(address) && (isWebPort(port) || !own.includes(address));
}

export function isWebPort(port: number): boolean {
  return port === 80 || port === 443;
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((all = []) =>
    all.map(({ address }) => address),
  );
}
