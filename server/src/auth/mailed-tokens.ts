import { randomBytes } from 'node:crypto';
import { parse, stringify } from 'uuid';
import { hashToken } from './sessions/session-tokens.ts';

const RANDOM_BYTES = 32;
const ID_BYTES = 16;

/**
 * Makes the token of a mailed link: the owner's id and 256 random bits. The id leads to the one database node that has the row.
 * The database stores only the hash of the token.
 */
export function makeMailedToken(userId: string): { token: string; hash: Buffer } {
  const bytes = Buffer.concat([parse(userId), randomBytes(RANDOM_BYTES)]);
  const token = bytes.toString('base64url');
  return { token, hash: hashToken(token) };
}

/** Returns the owner that a token names, or null if it is not a token of ours. */
export function ownerOfToken(token: string): string | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== ID_BYTES + RANDOM_BYTES || bytes.toString('base64url') !== token)
    return null;
  try {
    return stringify(bytes);
  } catch {
    return null;
  }
}
