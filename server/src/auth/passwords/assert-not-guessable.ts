import { AppError } from '@roost/contract/errors';
import { dictionary } from '@zxcvbn-ts/language-common';
import { normalized } from './hash-password.ts';

const normalizedLowerCase = (text: string) => normalized(text).toLowerCase();
const commonPasswords = new Set(dictionary['passwords-common'].map(normalizedLowerCase));

/** Throws bad_input for passwords that are guessed first: common ones, and the person's own name or address. */
export function assertNotGuessable(
  password: string,
  person: { username: string; email: string },
  path: string,
): void {
  const word = normalizedLowerCase(password);
  const own = [person.username, person.email, person.email.split('@')[0] ?? ''].map(
    normalizedLowerCase,
  );
  const message = commonPasswords.has(word)
    ? 'This password is too common. Choose another one.'
    : own.includes(word)
      ? 'Choose a password that is not your username or email.'
      : null;
  if (message) throw new AppError('bad_input', { message, fields: [{ path, message }] });
}
