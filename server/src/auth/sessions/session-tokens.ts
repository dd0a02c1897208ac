import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Keys, SessionTokens as SessionTokensPort } from '../../kernel/ports.ts';

const RANDOM_BYTES = 20;
const TAG_BYTES = 12;

/**
 * Makes session tokens, and distinguishes them from guesses. A token holds 160 random bits and a signature over these.
 * The signature alone opens nothing: only the database knows whether a session exists.
 */
export class SessionTokens implements SessionTokensPort {
  readonly #secrets: Keys;

  /** All nodes of an installation share these keys. */
  constructor(secrets: Keys) {
    this.#secrets = secrets;
  }

  make(): string {
    const random = randomBytes(RANDOM_BYTES);
    return Buffer.concat([random, tagOf(this.#secrets.current, random)]).toString('base64url');
  }

  /**
   * Whether this installation signed the token. Other tokens can be valid too, because operators may insert sessions
   * into the database.
   */
  isOurs(token: string): boolean {
    const bytes = Buffer.from(token, 'base64url');
    // The decoder ignores invalid characters. Without this check, one token would have many spellings with different
    // hashes.
    if (bytes.length !== RANDOM_BYTES + TAG_BYTES || bytes.toString('base64url') !== token)
      return false;
    const random = bytes.subarray(0, RANDOM_BYTES);
    return this.#secrets.all.some((secret) =>
      timingSafeEqual(tagOf(secret, random), bytes.subarray(RANDOM_BYTES)),
    );
  }
}

function tagOf(secret: string, random: Buffer): Buffer {
  return createHmac('sha256', secret).update(random).digest().subarray(0, TAG_BYTES);
}

/** The database stores only this hash of a token. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
