import { readFileSync, writeFileSync } from 'node:fs';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { StartError } from '../../config/start-error.ts';

/** Gives the secret key to the programs that a recovery starts. */
export const KEY_VARIABLE = 'RESTORE_KEY';

/** Makes a new key pair, as `age-keygen` does. Returns the public key. Never replaces a file. */
export async function makeKey(file: string): Promise<string> {
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  try {
    writeFileSync(file, `# public key: ${recipient}\n${identity}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    throw new StartError(`${file} can't be made (${(error as NodeJS.ErrnoException).code}).`);
  }
  return recipient;
}

/** Reads the secret key of a file that `makeKey` or `age-keygen` made. */
export function readKey(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new StartError(`${file} can't be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  const identity = /^AGE-SECRET-KEY-1[A-Z0-9]+$/m.exec(text)?.[0];
  if (identity === undefined) throw new StartError(`${file} has no secret key of age.`);
  return identity;
}

/** Throws a StartError unless this key opens what is encrypted for the recipient. */
export async function assertKeyFits(identity: string, recipient: string): Promise<void> {
  const own = await identityToRecipient(identity).catch(() => {
    throw new StartError('The key is damaged.');
  });
  if (own !== recipient)
    throw new StartError(`This key does not open the backup, which is for ${recipient}.`);
}
