import { randomInt } from 'node:crypto';
import { hashToken } from '../sessions/session-tokens.ts';

const CODES = 10;
/** Crockford's base32: without letters that look like others. 16 characters are 80 random bits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** Makes codes such as `k3d9-0vx2-7rqm-h5ta`. Each replaces a code of the app once. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, () =>
    Array.from({ length: GROUPS }, () => randomText(GROUP_LENGTH)).join('-'),
  );
}

/** The database stores only this hash. Case, spaces, hyphens and letters that look like others do not matter. */
export function hashRecoveryCode(code: string): Buffer {
  const plain = code
    .toLowerCase()
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1')
    .replaceAll(/[\s-]/g, '');
  return hashToken(plain);
}

function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
