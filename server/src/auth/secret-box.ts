import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { Keys } from '../kernel/ports.ts';
import { openWithAny } from '../config/open-with-any.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts and authenticates bytes that only the server may read. Each purpose, such as one person's secret, has a key of its
 * own. So bytes that were sealed for one purpose do not open for another one.
 */
export class SecretBox {
  readonly #secrets: Keys;

  /** All nodes of an installation share these keys. */
  constructor(secrets: Keys) {
    this.#secrets = secrets;
  }

  seal(bytes: Buffer, purpose: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, keyOf(this.#secrets.current, purpose), nonce);
    return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  }

  /** Throws if the bytes were not sealed for this purpose. */
  open(sealed: Buffer, purpose: string): Buffer {
    return openWithAny(this.#secrets, (secret) => decrypt(sealed, keyOf(secret, purpose)));
  }

  /** Whether the current key sealed these bytes. */
  isCurrent(sealed: Buffer, purpose: string): boolean {
    try {
      decrypt(sealed, keyOf(this.#secrets.current, purpose));
      return true;
    } catch {
      return false;
    }
  }
}

function decrypt(sealed: Buffer, key: Buffer): Buffer {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) throw new Error('These bytes are too short.');
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  const content = sealed.subarray(NONCE_BYTES, -TAG_BYTES);
  return Buffer.concat([decipher.update(content), decipher.final()]);
}

function keyOf(secret: string, purpose: string): Buffer {
  return createHmac('sha256', secret).update(purpose).digest();
}
