import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts and authenticates bytes that only the server may read. Each purpose, such as one person's secret, has a key of its
 * own. So bytes that were sealed for one purpose do not open for another one.
 */
export class SecretBox {
  readonly #secret: string;

  /** All nodes of an installation share the same permanent secret. */
  constructor(secret: string) {
    this.#secret = secret;
  }

  seal(bytes: Buffer, purpose: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#keyOf(purpose), nonce);
    return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  }

  /** Throws if the bytes were not sealed for this purpose. */
  open(sealed: Buffer, purpose: string): Buffer {
    if (sealed.length < NONCE_BYTES + TAG_BYTES) throw new Error('These bytes are too short.');
    const nonce = sealed.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv(CIPHER, this.#keyOf(purpose), nonce, {
      authTagLength: TAG_BYTES,
    });
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    const content = sealed.subarray(NONCE_BYTES, -TAG_BYTES);
    return Buffer.concat([decipher.update(content), decipher.final()]);
  }

  #keyOf(purpose: string): Buffer {
    return createHmac('sha256', this.#secret).update(purpose).digest();
  }
}
