import { createHmac } from 'node:crypto';
import type { Context } from '../kernel/context.ts';
import { insertHeldUsername, isAnyHashHeld } from './held-username.queries.ts';

/** Days for which nobody can register the name of an erased account. */
const HELD_DAYS = 30;

/** Keeps others from taking a name soon after its owner gave it up. The database stores only a keyed hash. */
export async function holdUsername(ctx: Context, username: string): Promise<void> {
  await insertHeldUsername(ctx, hashOf(ctx.keys.of('name-key').current, username), HELD_DAYS);
}

export async function isUsernameHeld(ctx: Context, username: string): Promise<boolean> {
  const { all } = ctx.keys.of('name-key');
  return isAnyHashHeld(
    ctx,
    all.map((secret) => hashOf(secret, username)),
  );
}

/** A plain hash would not hide a name, because names are short. */
function hashOf(secret: string, username: string): Buffer {
  return createHmac('sha256', secret).update(username.toLowerCase()).digest();
}
