import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { SessionTokens as SessionTokensPort } from '../../kernel/ports.ts';

const RANDOM_BYTES = 20;
const TAG_BYTES = 12;

/**
 * Makes session tokens, and distinguishes them from guesses. A token holds 160 random bits and a signature over these.
 * The signature alone opens nothing: only the database knows whether a session exists.
 */
export class SessionTokens implements SessionTokensPort {
  readonly #secret: string;

  /** All nodes of an installation share the same permanent secret. */
  constructor(secret: string) {
    this.#secret = secret;
  }

  make(): string {
    const random = randomBytes(RANDOM_BYTES);
    return Buffer.concat([random, this.#tagOf(random)]).toString('base64url');
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
    return timingSafeEqual(
      this.#tagOf(bytes.subarray(0, RANDOM_BYTES)),
      bytes.subarray(RANDOM_BYTES),
    );
  }

  #tagOf(random: Buffer): Buffer {
    return createHmac('sha256', this.#secret).update(random).digest().subarray(0, TAG_BYTES);
  }
}

/** The database stores only this hash of a token. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
