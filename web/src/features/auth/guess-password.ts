import { accountLimits } from '@roost/contract/limits';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { commonPasswords } from './common-passwords.ts';

const estimator = new ZxcvbnFactory({ dictionary: { passwords: commonPasswords } });

/** How hard `password` is to guess, 0 to 4. Knows the commonest passwords and the person's own words; too short never gets beyond 1. */
export function guessability(password: string, own: string[]): number {
  const { score } = estimator.check(password, own.filter(Boolean));
  return [...password].length < accountLimits.password.min ? Math.min(score, 1) : score;
}
