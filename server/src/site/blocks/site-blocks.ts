import ipaddr from 'ipaddr.js';
import { readAddress } from '../../platform/http/limits/network-key.ts';
import type { BlockLists } from './block-lists.ts';

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** The email domains and the address ranges that nobody may use here, ready for comparisons. */
export class SiteBlocks {
  readonly #mailDomains: ReadonlySet<string>;
  readonly #ranges: readonly Range[];

  constructor({ mailDomains, addresses }: BlockLists) {
    this.#mailDomains = new Set(mailDomains);
    this.#ranges = addresses.map((range) => ipaddr.parseCIDR(range));
  }

  /** A blocked domain also blocks the domains below it. */
  blocksMail(address: string): boolean {
    const labels = address
      .slice(address.lastIndexOf('@') + 1)
      .toLowerCase()
      .split('.');
    return labels.some((_, index) => this.#mailDomains.has(labels.slice(index).join('.')));
  }

  blocksAddress(text: string): boolean {
    const address = readAddress(text);
    if (!address) return false;
    return this.#ranges.some(
      ([network, bits]) => network.kind() === address.kind() && isWithin(address, network, bits),
    );
  }
}

function isWithin(address: Range[0], network: Range[0], bits: number): boolean {
  // `match` compares two addresses of one kind, which TypeScript cannot know.
  return (address as ipaddr.IPv4).match(network, bits);
}

/**
 * Returns the canonical form of a range or of one address: without host bits, and with the length of the prefix. IPv4 ranges
 * written as IPv6 become IPv4, because addresses of requests do too.
 */
export function canonicalRange(text: string): string {
  const [network, bits] = text.includes('/') ? ipaddr.parseCIDR(text) : wholeOf(ipaddr.parse(text));
  const isMapped = network instanceof ipaddr.IPv6 && network.isIPv4MappedAddress() && bits >= 96;
  const [base, length]: Range = isMapped ? [network.toIPv4Address(), bits - 96] : [network, bits];
  const bytes = base.toByteArray().map((byte, index) => byte & maskOf(length - index * 8));
  return `${ipaddr.fromByteArray(bytes).toString()}/${length}`;
}

function wholeOf(address: Range[0]): Range {
  return [address, address.toByteArray().length * 8];
}

/** The mask of one byte of which this many bits belong to the network. */
function maskOf(bits: number): number {
  return 0xff & (0xff << (8 - Math.min(8, Math.max(0, bits))));
}
