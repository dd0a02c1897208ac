import { AppError } from '@roost/contract/errors';
import type { Context } from '../../kernel/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { findAccountById, lockPasswordHash } from '../account.queries.ts';
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
  const challenge = await tryChallenge(ctx, secondFactorChallenge, input.challenge);
  const account = challenge && (await findAccountById(ctx, challenge.content.userId));
  if (!account || passwordTagOf(account) !== challenge.content.passwordTag)
    throw new AppError('bad_challenge');
  const device = ctx.devices.read(client.deviceCookie);
  const isKnown = ctx.devices.knows(device, account);
  const keys = attemptKeys(client.address, account.id, isKnown ? device : null);
  const giveBack = await takeAttempt(ctx, keys);
  const signedIn = await transaction(ctx, async (tx) => {
    if ((await lockPasswordHash(tx, account.id)) !== account.password_hash)
      throw new AppError('bad_challenge');
    const factor = await useSecondFactor(tx, account.id, input.code);
    if (!factor) return null;
    await endChallenge(tx, challenge);
    if (factor === 'recoveryCode') await recordActivity(tx, account.id, 'recoveryCodeUsed', client);
    return signIn(tx, account, client, { isKnown });
  }).catch(async (error: unknown) => {
    // An error does not prove a wrong code.
    await giveBack();
    throw error;
  });
  if (!signedIn) {
    ctx.failedAttempts.add(ctx, { userId: account.id, what: 'codeFailed', client });
    throw new AppError('bad_code');
  }
  await giveBack();
  return signedIn;
}
