import { AppError } from '@roost/contract/errors';
import type { Context } from '../../kernel/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import { findAccountById, lockAccount } from '../account.queries.ts';
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
  const challenge = await tryChallenge(ctx, restoreChallenge, token);
  const account = challenge && (await findAccountById(ctx, challenge.content.userId));
  if (!account || passwordTagOf(account) !== challenge.content.passwordTag)
    throw new AppError('restore_invalid');
  const isKnown = ctx.devices.knows(ctx.devices.read(client.deviceCookie), account);
  await transaction(ctx, async (tx) => {
    const isCurrent = (await lockAccount(tx, account.id))?.password_hash === account.password_hash;
    const closedAt = new Date(challenge.content.closedAt);
    if (!isCurrent || !(await deleteClosing(tx, account.id, closedAt)))
      throw new AppError('restore_invalid');
    await endChallenge(tx, challenge);
    await recordActivity(tx, account.id, 'accountRestored', client);
  });
  return transaction(ctx, async (tx) => signIn(tx, account, client, { isKnown }));
}
