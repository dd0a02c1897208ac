import type { Context } from '../kernel/context.ts';
import type { Device } from '../kernel/ports.ts';
import { markSignedIn } from './account.queries.ts';
import { recordActivity } from './activity/record-activity.ts';
import { notifyOwner } from './notices/notify-owner.ts';
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
 * refused. The owner gets a mail about a device that the account does not know.
 */
export async function signIn(
  tx: Context,
  account: SigningIn,
  client: ClientInfo,
  { isKnown }: { isKnown: boolean },
): Promise<SignedIn> {
  const { id } = account;
  const token = await openSession(tx, id, client);
  await recordActivity(tx, id, 'signIn', client);
  const isFirst = await markSignedIn(tx, id);
  if (!isKnown && !isFirst && (await tx.limiter.allows('newDeviceMails', id)))
    await notifyOwner(tx, id, 'newDevice', client);
  return {
    token,
    userId: account.id,
    username: account.username,
    isPremium: hasPremium(account),
    device: tx.devices.remember(tx.devices.read(client.deviceCookie), account),
  };
}
