import { AppError } from '@roost/contract/errors';
import type { Context } from '../../kernel/context.ts';
import type { PasswordHolder } from '../../kernel/ports.ts';
import { assertAddressAllowed } from '../../site/blocks/assert-not-blocked.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { findAccountById, lockAccount } from '../account.queries.ts';
import { recordActivity } from '../activity/record-activity.ts';
import { endChallenge, tryChallenge } from '../challenges/challenges.ts';
import { attemptKeys, takeAttempt } from '../login-budget.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import { signIn, type SignedIn } from '../sign-in.ts';
import { passwordTagOf, secondFactorChallenge } from './ask-for-second-factor.ts';
import { useSecondFactor } from './second-factor.ts';

/**
 * Completes a sign-in whose password was right. A wrong code counts as a try of the challenge, and as a failed sign-in. So a
 * thief of the password cannot guess with ever new challenges. Throws `bad_challenge` or `bad_code`.
 */
export async function loginSecond(
  ctx: Context,
  input: { challenge: string; code: string },
  client: ClientInfo,
): Promise<SignedIn> {
  await assertAddressAllowed(ctx, client.address);
  const challenge = await tryChallenge(ctx, secondFactorChallenge, input.challenge);
  const account = challenge && (await findAccountById(ctx, challenge.content.userId));
  if (!account || passwordTagOf(account) !== challenge.content.passwordTag)
    throw new AppError('bad_challenge');
  const device = ctx.devices.read(client.deviceCookie);
  const isKnown = ctx.devices.knows(device, account);
  const attempt = { account: account.id, by: 'code' } as const;
  const keys = attemptKeys(client.address, attempt, isKnown ? device : null);
  const giveBack = await takeAttempt(ctx, keys);
  const isRight = await transaction(ctx, async (tx) => {
    await lockCurrent(tx, account);
    const factor = await useSecondFactor(tx, account.id, input.code);
    if (!factor) return false;
    await endChallenge(tx, challenge);
    if (factor === 'recoveryCode') await recordActivity(tx, account.id, 'recoveryCodeUsed', client);
    return true;
  }).catch(async (error: unknown) => {
    // An error does not prove a wrong code.
    await giveBack();
    throw error;
  });
  if (!isRight) {
    ctx.failedAttempts.add(ctx, { userId: account.id, what: 'codeFailed', client });
    throw new AppError('bad_code');
  }
  await giveBack();
  // In a transaction of its own: a refusal, such as `suspended`, must not make the code valid again.
  return transaction(ctx, async (tx) => {
    await lockCurrent(tx, account);
    return signIn(tx, account, client, { isKnown });
  });
}

/** Locks the account. Throws `bad_challenge` if its password changed since the first step. */
async function lockCurrent(tx: Context, account: PasswordHolder): Promise<void> {
  const locked = await lockAccount(tx, account.id);
  if (locked?.password_hash !== account.password_hash) throw new AppError('bad_challenge');
}
