import type { Context } from '../../kernel/context.ts';
import { findAddress } from '../addresses/address.queries.ts';
import { deletePasskeysBefore } from '../passkeys/passkey.queries.ts';
import { findTotpTimes } from './factor.queries.ts';
import { removeTotp } from './remove-totp.ts';

/**
 * Deletes the factors that somebody added while the address was unverified. Otherwise a person who signed up with somebody
 * else's address could lock its owner out. Keeps all on a site without verification, where every address is unverified: a reset would
 * take the factors of everybody, and whoever reads the mail could sign in without them.
 */
export async function removeUnverifiedFactors(tx: Context, userId: string): Promise<void> {
  if (tx.config.emailVerification === 'off') return;
  const verifiedAt = (await findAddress(tx, userId))?.email_verified_at ?? null;
  const totp = await findTotpTimes(tx, userId);
  if (totp && (!verifiedAt || !totp.enabled_at || totp.enabled_at < verifiedAt))
    await removeTotp(tx, userId);
  await deletePasskeysBefore(tx, userId, verifiedAt);
}
