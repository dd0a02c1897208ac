import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isLoopback } from '../../../lib/loopback.ts';
import { OutgoingFailure } from './outgoing-failure.ts';
import { isWithinReach, type Reach } from './reach.ts';

/** The time of one question to a name server, in ms, and the number of questions. The time of the whole request also ends them. */
const QUESTION = { timeout: 1_500, tries: 2 };
/** A name with more addresses is connected to by these alone. */
const MAX_ADDRESSES = 6;

export interface AddressSearch {
  reach: Reach;
  signal: AbortSignal;
  /** Other name servers than those of this machine, for tests. */
  nameServers: string[] | undefined;
}

/**
 * Finds the addresses that a request connects to. One that the request may not reach refuses them all, because honest names do not
 * mix them. The caller must connect to these addresses, and not look the name up again.
 */
export async function findAddresses(url: URL, search: AddressSearch): Promise<LookupAddress[]> {
  const addresses = await lookUp(url.hostname.replace(/^\[|\]$|\.$/g, ''), search);
  if (addresses.length === 0) throw new OutgoingFailure('name');
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  if (!addresses.every(({ address }) => isWithinReach(search.reach, { address, port })))
    throw new OutgoingFailure('address');
  return addresses.slice(0, MAX_ADDRESSES);
}

async function lookUp(
  host: string,
  { signal, nameServers }: AddressSearch,
): Promise<LookupAddress[]> {
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  // RFC 6761: no name server is asked.
  if (isLoopback(host)) return [of(4)('127.0.0.1'), of(6)('::1')];
  signal.throwIfAborted();
  // dns.lookup() would hold one of four threads until the name server answers. It also reads the machine's own names.
  const resolver = new Resolver(QUESTION);
  if (nameServers) resolver.setServers(nameServers);
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const answers = await Promise.allSettled([
      resolver.resolve4(host).then((found) => found.map(of(4))),
      resolver.resolve6(host).then((found) => found.map(of(6))),
    ]);
    return answers.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

function of(family: 4 | 6): (address: string) => LookupAddress {
  return (address) => ({ address, family });
}
