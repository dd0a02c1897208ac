import type { Context } from '../context.ts';
import { lockPasswordHash } from './account.queries.ts';
import { passwordMatches } from './passwords.ts';

/**
 * Whether a password that matched a moment ago still does, and holds it so until the transaction ends. Without
 * it, a session or a hash from the old password could be written just after a reset ended them all.
 */
export async function isStillThePassword(
  tx: Context,
  matched: { id: string; password_hash: string },
  password: string,
): Promise<boolean> {
  const current = await lockPasswordHash(tx, matched.id);
  return current === matched.password_hash || passwordMatches(current, password);
}
