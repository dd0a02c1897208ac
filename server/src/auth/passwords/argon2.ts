import { hashSync, verifySync, type Options } from '@node-rs/argon2';

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane. One hash takes about 40 ms on two slow cores. */
const ARGON2ID = 2;
const options: Options = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const CURRENT = '$argon2id$v=19$m=19456,t=2,p=1$';

/** Blocks its thread, so the server calls it only in the threads of the hashing pool. */
export function hashNow(password: string): string {
  return hashSync(password.normalize('NFC'), options);
}

/** Blocks its thread, like `hashNow`. */
export function verifyNow(stored: string, password: string): boolean {
  return verifySync(stored, password);
}

/** Whether a hash was made with other parameters than the current ones. */
export function hasOutdatedParameters(stored: string): boolean {
  return !stored.startsWith(CURRENT);
}
