import type { Context } from '../kernel/context.ts';
import type { Device } from '../kernel/ports.ts';
import { hasPremium } from './premium.ts';
import type { ClientInfo } from '../platform/http/client-info.ts';
import { openSession } from './sessions/open-session.ts';

/** An account whose owner signs in. */
export interface SigningIn {
  id: string;
  username: string;
  premium_until: Date | null;
  password_hash: string;
}

export interface SignedIn {
  token: string;
  userId: string;
  username: string;
  isPremium: boolean;
  /** The device, which now knows this account too. */
  device: Device;
}

/**
 * Opens a session. Every way to sign in ends here, after all proofs were right. So only the owner learns why an account is
 * refused.
 */
export async function signIn(
  tx: Context,
  account: SigningIn,
  client: ClientInfo,
): Promise<SignedIn> {
  const token = await openSession(tx, account.id, client);
  return {
    token,
    userId: account.id,
    username: account.username,
    isPremium: hasPremium(account),
    device: tx.devices.remember(tx.devices.read(client.deviceCookie), account),
  };
}
