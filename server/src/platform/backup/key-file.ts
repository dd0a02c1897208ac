import { readFileSync, writeFileSync } from 'node:fs';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { StartError } from '../../config/start-error.ts';

/** Gives the secret keys to the programs that a recovery starts. */
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

/**
 * Reads the secret keys of a file that `makeKey` or `age-keygen` made, one on each line. After a change of the key, a restore can
 * need the old and the new one.
 */
export function readKey(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new StartError(`${file} can't be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  const keys = text.match(/^AGE-SECRET-KEY-1[A-Z0-9]+(?=\r?$)/gm);
  if (!keys) throw new StartError(`${file} has no secret key of age.`);
  return keys.join('\n');
}

/** Throws a StartError unless one of these keys opens what is encrypted for the recipient. */
export async function assertKeyFits(identity: string, recipient: string): Promise<void> {
  const own = await Promise.all(identity.split('\n').map(identityToRecipient)).catch(() => {
    throw new StartError('The key is damaged.');
  });
  if (!own.includes(recipient))
    throw new StartError(`This key does not open the backup, which is for ${recipient}.`);
}
