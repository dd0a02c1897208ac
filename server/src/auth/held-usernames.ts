import { createHmac } from 'node:crypto';
import { sharedSecret } from '../config/shared-secret.ts';
import type { Context } from '../kernel/context.ts';
import { insertHeldUsername, isHashHeld } from './held-username.queries.ts';

/** Days for which nobody can register the name of an erased account. */
const HELD_DAYS = 30;

/** Keeps others from taking a name soon after its owner gave it up. The database stores only a keyed hash. */
export async function holdUsername(ctx: Context, username: string): Promise<void> {
  await insertHeldUsername(ctx, hashOf(ctx, username), HELD_DAYS);
}

export async function isUsernameHeld(ctx: Context, username: string): Promise<boolean> {
  return isHashHeld(ctx, hashOf(ctx, username));
}

/** A plain hash would not hide a name, because names are short. */
function hashOf({ config }: Context, username: string): Buffer {
  return createHmac('sha256', sharedSecret(config, 'name-key'))
    .update(username.toLowerCase())
    .digest();
}
