import type { Context } from '../../kernel/context.ts';
import { deletePasskeysSince } from '../passkeys/passkey.queries.ts';
import { deleteRecoveryCodesSince, findTotpTimes, restoreFormerApp } from './factor.queries.ts';
import { removeTotp } from './remove-totp.ts';

/**
 * Deletes the factors that a person, or a thief, has added since a moment. Brings back the app that was in use then, but not its
 * recovery codes.
 */
export async function removeFactorsSince(tx: Context, userId: string, since: Date): Promise<void> {
  const totp = await findTotpTimes(tx, userId);
  if (totp && (!totp.enabled_at || totp.enabled_at >= since)) await removeTotp(tx, userId);
  await restoreFormerApp(tx, userId, since);
  await deleteRecoveryCodesSince(tx, userId, since);
  await deletePasskeysSince(tx, userId, since);
}
