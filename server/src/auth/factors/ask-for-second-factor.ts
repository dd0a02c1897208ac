import { hash } from 'node:crypto';
import { AppError } from '@roost/contract/errors';
import { z } from 'zod';
import type { Context } from '../../kernel/context.ts';
import type { PasswordHolder } from '../../kernel/ports.ts';
import { makeChallenge, type ChallengeType } from '../challenges/challenges.ts';
import { findSecondFactorMethods } from './second-factor.ts';

/** Proves that its holder gave the password of an account. */
export const secondFactorChallenge = {
  name: 'second factor',
  tries: 5,
  content: z.object({ userId: z.uuid(), passwordTag: z.string() }),
} satisfies ChallengeType<unknown>;

/** Refuses a sign-in until the owner gives a second factor. Always throws. */
export async function askForSecondFactor(ctx: Context, account: PasswordHolder): Promise<never> {
  const content = { userId: account.id, passwordTag: passwordTagOf(account) };
  const challenge = makeChallenge(ctx, secondFactorChallenge, content);
  const methods = await findSecondFactorMethods(ctx, account.id);
  throw new AppError('second_factor_required', { details: { challenge, methods } });
}

/** Changes with the password, so a challenge does not outlive the password that it stands for. */
export function passwordTagOf({ password_hash }: PasswordHolder): string {
  return hash('sha256', password_hash, 'base64url');
}
