import type { OutgoingFailureReason } from '../../../kernel/ports.ts';
import { findAddresses } from './find-addresses.ts';
import { reasonOf } from './outgoing-failure.ts';
import type { Reach } from './reach.ts';
import { readUrl } from './read-url.ts';

const LOOK_UP_MS = 5_000;

/**
 * Tells why a request to this address would be refused before it is sent, or null. A later request looks the name up again, because
 * the answer can change. It never throws.
 */
export async function findRefusal(
  url: string,
  reach: Reach,
  nameServers?: string[],
): Promise<OutgoingFailureReason | null> {
  const signal = AbortSignal.timeout(LOOK_UP_MS);
  try {
    await findAddresses(readUrl(url, { reach }), { reach, signal, nameServers });
    return null;
  } catch (error) {
    return reasonOf(error, signal.aborted);
  }
}
