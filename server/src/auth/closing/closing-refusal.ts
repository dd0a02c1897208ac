import { AppError } from '@roost/contract/errors';
import { z } from 'zod';
import type { Context } from '../../kernel/context.ts';
import type { PasswordHolder } from '../../kernel/ports.ts';
import { makeChallenge, type ChallengeType } from '../challenges/challenges.ts';
import { passwordTagOf } from '../factors/ask-for-second-factor.ts';
import { findClosing } from './closing.queries.ts';

/** Proves that its holder gave all proofs for a closed account. It ends with the closing and with the password. */
export const restoreChallenge = {
  name: 'restore account',
  tries: 5,
  seconds: 600,
  content: z.object({ userId: z.uuid(), closedAt: z.number(), passwordTag: z.string() }),
} satisfies ChallengeType<unknown>;

/** The refusal of a sign-in to a closed account. The owner gets a token that restores it. */
export async function closingRefusal(tx: Context, account: PasswordHolder): Promise<AppError> {
  const found = await findClosing(tx, account.id);
  if (!found) throw new Error('closed account without a closing');
  const restoreToken = makeChallenge(tx, restoreChallenge, {
    userId: account.id,
    closedAt: found.closed_at.getTime(),
    passwordTag: passwordTagOf(account),
  });
  return new AppError('account_closing', {
    details: { restoreToken, deletesAt: found.deletes_at.toISOString() },
  });
}
