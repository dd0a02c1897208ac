import type { Context } from '../kernel/context.ts';
import { networkKey } from '../platform/http/limits/network-key.ts';
import type { Device } from '../kernel/ports.ts';

/**
 * By what an attempt names an account. Each has a budget of its own. So a locked username does not tell which address belongs to
 * it. A code names the account whose password was right.
 */
const NAMES = ['username', 'email', 'code'] as const;

interface Attempt {
  /** The id of the account, or the unknown name that somebody typed. */
  account: string;
  by: (typeof NAMES)[number];
}

/** Takes a point from each of these budgets, or from none. Returns a function that returns the points. */
export async function takeAttempt(
  ctx: Context,
  keys: readonly string[],
): Promise<() => Promise<void>> {
  const taken: string[] = [];
  const giveBack = async () => {
    for (const key of taken.splice(0)) await ctx.limiter.giveBack('loginFailures', key);
  };
  for (const key of keys) {
    try {
      await ctx.limiter.take('loginFailures', key);
      taken.push(key);
    } catch (error) {
      await giveBack();
      throw error;
    }
  }
  return giveBack;
}

/**
 * Returns the budgets that an attempt takes from. The address comes before the account, so a locked address cannot lock
 * further accounts.
 */
export function attemptKeys(
  address: string,
  attempt: Attempt,
  knownDevice: Device | null,
): string[] {
  return knownDevice
    ? [loginDeviceKey(knownDevice, attempt.account)]
    : [loginAddressKey(address), loginKey(attempt)];
}

/** The failure budgets of one account. A reset clears them, so that the owner can log in again. */
export function loginKeys(userId: string): string[] {
  return NAMES.map((by) => loginKey({ account: userId, by }));
}

function loginKey({ account, by }: Attempt): string {
  return `${by}:${account.toLowerCase()}`;
}

/** The failure budget of one network address, across all accounts. */
export function loginAddressKey(address: string): string {
  return `address:${networkKey(address)}`;
}

/** The failure budget of one account on one known device. */
function loginDeviceKey({ id }: Device, userId: string): string {
  return `device:${id}:${userId}`;
}
