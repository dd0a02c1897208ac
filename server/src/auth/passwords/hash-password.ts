import type { Context } from '../../kernel/context.ts';
import { hasOutdatedParameters } from './argon2.ts';
import type { PasswordHolder, Requester } from '../../kernel/ports.ts';

/** The hash of a password that nobody has. */
const DECOY =
  '$argon2id$v=19$m=19456,t=2,p=1$XVm0/E5nI3nj4RGEL+tzhw$zsqSj0ovQ7G4fXsT2mB71ikSV4MfU7T036JvDEsf6Gk';

/**
 * Stands for an account that does not exist. The server compares its hash too, so that both cases take the same time.
 */
export const decoyAccount: PasswordHolder = {
  id: '00000000-0000-7000-8000-000000000000',
  password_hash: DECOY,
};

/** Normalizes a password to one Unicode form, because keyboards compose letters differently. */
export const normalized = (password: string) => password.normalize('NFC');

export async function hashPassword(
  { hashing }: Context,
  password: string,
  requester: Requester,
): Promise<string> {
  return hashing.hash(normalized(password), requester);
}

/**
 * Compares a password with an account's hash. `outdated` means that the password is right but needs a new hash: the
 * stored one has old parameters, or was made before normalization.
 */
export async function comparePassword(
  { hashing }: Context,
  { password_hash: stored }: PasswordHolder,
  password: string,
  requester: Requester,
): Promise<'right' | 'outdated' | 'wrong'> {
  if (await hashing.verify(stored, normalized(password), requester))
    return hasOutdatedParameters(stored) ? 'outdated' : 'right';
  if (normalized(password) === password) return 'wrong';
  return (await hashing.verify(stored, password, requester)) ? 'outdated' : 'wrong';
}
