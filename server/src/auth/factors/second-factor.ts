import type { SecondFactorMethod } from '@roost/contract/factors';
import type { Context } from '../../kernel/context.ts';
import { hasPasskey } from '../passkeys/has-passkey.ts';
import * as queries from './factor.queries.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { totpStepOf } from './totp.ts';

/**
 * Uses a code of the person's app or a recovery code. Returns null if it is wrong, or was used before. The server asks for
 * this second factor only after the first one was right.
 */
export async function useSecondFactor(
  tx: Context,
  userId: string,
  code: string,
): Promise<'totp' | 'recoveryCode' | null> {
  const digits = code.replaceAll(/[\s-]/g, '');
  if (/^\d{6}$/.test(digits)) return (await useTotpCode(tx, userId, digits)) ? 'totp' : null;
  const isUsed = await queries.takeRecoveryCode(tx, userId, hashRecoveryCode(code));
  return isUsed ? 'recoveryCode' : null;
}

async function useTotpCode(tx: Context, userId: string, code: string): Promise<boolean> {
  const secrets = await queries.lockSecrets(tx, userId);
  if (!secrets?.secret) return false;
  const step = totpStepOf(code, openSecret(tx, userId, secrets.secret));
  return step !== null && queries.takeStep(tx, userId, step);
}

/** The ways in which this person can give a second factor. */
export async function findSecondFactorMethods(
  ctx: Context,
  userId: string,
): Promise<SecondFactorMethod[]> {
  const [codesLeft, canUsePasskey] = await Promise.all([
    queries.countRecoveryCodes(ctx, userId),
    hasPasskey(ctx, userId),
  ]);
  return [
    'totp',
    ...(codesLeft > 0 ? (['recoveryCode'] as const) : []),
    ...(canUsePasskey ? (['passkey'] as const) : []),
  ];
}

/** The parts of the context that read and write encrypted secrets. The operator's checks have no whole context. */
export type SecretsContext = Pick<Context, 'db' | 'secretBox'>;

/** The database stores the secret of an app only in this form. */
export function sealSecret({ secretBox }: Context, userId: string, secret: Buffer): Buffer {
  return secretBox.seal(secret, purposeOf(userId));
}

export function openSecret({ secretBox }: Context, userId: string, sealed: Buffer): Buffer {
  return secretBox.open(sealed, purposeOf(userId));
}

/** The same secret under the current key, null if it has that already, or 'unreadable' if no key opens it. */
export function resealSecret(
  { secretBox }: SecretsContext,
  userId: string,
  sealed: Buffer,
): Buffer | 'unreadable' | null {
  const purpose = purposeOf(userId);
  if (secretBox.isCurrent(sealed, purpose)) return null;
  let secret;
  try {
    secret = secretBox.open(sealed, purpose);
  } catch {
    return 'unreadable';
  }
  return secretBox.seal(secret, purpose);
}

const purposeOf = (userId: string) => `totp ${userId}`;
