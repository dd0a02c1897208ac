import type { KnownSubscription } from '../db/tables.ts';

const underWay = new Map<string, Promise<KnownSubscription>>();

/**
 * One piece of `work` at a time for each `key` on this node: whoever asks meanwhile gets what comes of it. However often
 * somebody presses a button, the provider is asked once.
 */
export async function joined(
  key: string,
  work: () => Promise<KnownSubscription>,
): Promise<KnownSubscription> {
  const earlier = underWay.get(key);
  if (earlier) return earlier;
  const mine = work().finally(() => underWay.delete(key));
  underWay.set(key, mine);
  return mine;
}
