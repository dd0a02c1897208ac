import { AppError } from '@roost/contract/errors';
import type { Context } from '../../kernel/context.ts';
import type { PasswordHolder } from '../../kernel/ports.ts';
import { emit, transaction } from '../../platform/database/transaction.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import { assertAddressAllowed } from '../../site/blocks/assert-not-blocked.ts';
import { findAccountById, lockAccount } from '../account.queries.ts';
import { hidingChanged } from '../auth.events.ts';
import { recordActivity } from '../activity/record-activity.ts';
import { endChallenge, tryChallenge } from '../challenges/challenges.ts';
import { passwordTagOf } from '../factors/ask-for-second-factor.ts';
import { signIn, type SignedIn } from '../sign-in.ts';
import { deleteClosing } from './closing.queries.ts';
import { restoreChallenge } from './closing-refusal.ts';

/**
 * Undoes the deletion of an account and signs in. Throws `restore_invalid`, or what any sign-in throws: a suspended person has the
 * account back, but cannot use it yet.
 */
export async function restoreAccount(
  ctx: Context,
  token: string,
  client: ClientInfo,
): Promise<SignedIn> {
  await assertAddressAllowed(ctx, client.address);
  const challenge = await tryChallenge(ctx, restoreChallenge, token);
  const account = challenge && (await findAccountById(ctx, challenge.content.userId));
  if (!account || passwordTagOf(account) !== challenge.content.passwordTag)
    throw new AppError('restore_invalid');
  const isKnown = ctx.devices.knows(ctx.devices.read(client.deviceCookie), account);
  await transaction(ctx, async (tx) => {
    await lockCurrent(tx, account);
    const closedAt = new Date(challenge.content.closedAt);
    if (!(await deleteClosing(tx, account.id, closedAt))) throw new AppError('restore_invalid');
    emit(tx, hidingChanged, { userId: account.id, until: null });
    await endChallenge(tx, challenge);
    await recordActivity(tx, account.id, 'accountRestored', client);
  });
  // In a transaction of its own: a refusal, such as `suspended`, must not close the account again.
  return transaction(ctx, async (tx) => {
    await lockCurrent(tx, account);
    return signIn(tx, account, client, { isKnown });
  });
}

/** Locks the account. Throws `restore_invalid` if its password changed meanwhile. */
async function lockCurrent(tx: Context, account: PasswordHolder): Promise<void> {
  const locked = await lockAccount(tx, account.id);
  if (locked?.password_hash !== account.password_hash) throw new AppError('restore_invalid');
}
