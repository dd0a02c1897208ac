import type { Context } from '../../kernel/context.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import { findEmail } from '../addresses/address.queries.ts';
import { recordChange } from '../notices/notify-owner.ts';
import { deletePasskeysBefore } from '../passkeys/passkey.queries.ts';
import { findTotpTimes } from './factor.queries.ts';
import { removeTotp } from './remove-totp.ts';

/**
 * Deletes the factors that somebody added while the address was unverified. Otherwise a person who signed up with somebody else's
 * address could lock its owner out. Keeps all of them on a site without verification, where every address is unverified. There, a
 * reset would remove everybody's factors, and a thief with access to the mailbox could sign in. The person gets a mail about each
 * removal.
 */
export async function removeUnverifiedFactors(
  tx: Context,
  userId: string,
  client: ClientInfo,
): Promise<void> {
  if (tx.config.emailVerification === 'off') return;
  const verifiedAt = (await findEmail(tx, userId))?.email_verified_at ?? null;
  const totp = await findTotpTimes(tx, userId);
  const isUnverified = totp && (!verifiedAt || !totp.enabled_at || totp.enabled_at < verifiedAt);
  if (isUnverified && (await removeTotp(tx, userId)))
    await recordChange(tx, userId, 'totpDisabled', client);
  if (await deletePasskeysBefore(tx, userId, verifiedAt))
    await recordChange(tx, userId, 'passkeyRemoved', client);
}
