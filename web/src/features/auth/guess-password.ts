import { accountLimits } from '@roost/contract/limits';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { commonPasswords } from './common-passwords.ts';

const estimator = new ZxcvbnFactory({ dictionary: { passwords: commonPasswords } });

/**
 * Rates how hard `password` is to guess, from 0 to 4. It knows common passwords and the person's own words. Short
 * passwords get at most 1.
 */
export function guessability(password: string, own: string[]): number {
  const { score } = estimator.check(password, own.filter(Boolean));
  return [...password].length < accountLimits.password.min ? Math.min(score, 1) : score;
}
