import { hash, verify, type Options } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import { AppError } from '@roost/contract/errors';

/** OWASP's argon2id figures: 19 MiB, two passes, one lane; about 40 ms a hash on two slow cores. */
const ARGON2ID = 2;
const options: Options = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const CURRENT = '$argon2id$v=19$m=19456,t=2,p=1$';

export async function hashPassword(password: string): Promise<string> {
  return hash(password, options);
}

export async function passwordMatches(stored: string, password: string): Promise<boolean> {
  return verify(stored, password);
}

/** Made with other figures than today's; to be made anew when the password is at hand. */
export function needsRehash(stored: string): boolean {
  return !stored.startsWith(CURRENT);
}

let decoy: Promise<string> | undefined;

/** Takes as long as a real comparison, for accounts that don't exist. */
export async function pretendToMatch(password: string): Promise<void> {
  decoy ??= hashPassword('a password nobody has');
  await verify(await decoy, password);
}

const common = new Set(dictionary['passwords-common'].map((word) => word.toLowerCase()));

/** Refuses what a guesser tries first: the common ones, and the person's own name or address. */
export function assertNotGuessable(
  password: string,
  person: { username: string; email: string },
  path: string,
): void {
  const folded = password.toLowerCase();
  const own = [person.username, person.email, person.email.split('@')[0] ?? ''].map((text) =>
    text.toLowerCase(),
  );
  const message = common.has(folded)
    ? 'This password is too common. Choose another one.'
    : own.includes(folded)
      ? 'Choose a password that is not your username or email.'
      : null;
  if (message) throw new AppError('bad_input', { message, fields: [{ path, message }] });
}
