import type { Context } from '../../kernel/context.ts';
import { listPasskeys } from './passkey.queries.ts';
import { findRelyingParty } from './relying-party.ts';

/** Whether this person can give a proof by passkey on this site. */
export async function hasPasskey(ctx: Context, userId: string): Promise<boolean> {
  return findRelyingParty(ctx) !== null && (await listPasskeys(ctx, userId)).length > 0;
}
