import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  randomBytes,
  type KeyObject,
} from 'node:crypto';
import type { Cursors as CursorsPort, Keys } from '../../../kernel/ports.ts';
import { openWithAny } from '../../../config/open-with-any.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const NONCES_PER_CALL = 256;
const TAG_BYTES = 16;
const MAX_KEYS = 2_000;
/** Every position is padded to this many bytes, so the length of a cursor reveals nothing about its content. */
const PADDING_STEP_BYTES = 256;

/**
 * Encrypts and authenticates ("seals") cursors. A position often names a row that the viewer may not see, so only the server
 * can read it. Each viewer has a key for each list. So a changed cursor, or one of another viewer or list, does not open.
 */
export class Cursors implements CursorsPort {
  readonly #secrets: Keys;
  readonly #nonces = new Nonces();
  /** The newest keys. Making one takes as long as an encryption, and each page of a list uses the same key. */
  readonly #keys = new Map<string, KeyObject>();

  /** All nodes of an installation share these keys. */
  constructor(secrets: Keys) {
    this.#secrets = secrets;
  }

  /** `list` is the list's name and its parameters. The nonce is random, so two cursors for the same position differ. */
  seal(position: unknown, viewerId: string, list: readonly string[]): string {
    const text = Buffer.from(JSON.stringify(position));
    const padded = Buffer.alloc(
      Math.ceil(text.length / PADDING_STEP_BYTES) * PADDING_STEP_BYTES,
      ' ',
    );
    text.copy(padded);
    return encrypt(padded, this.#keyOf(this.#secrets.current, viewerId, list), this.#nonces.next());
  }

  /** The same for a stable name. The nonce derives from the bytes, so equal bytes give equal names. All names have one length. */
  sealName(bytes: Buffer, viewerId: string, list: readonly string[]): string {
    const key = this.#keyOf(this.#secrets.current, viewerId, list);
    const nonce = createHmac('sha256', key).update('nonce').update(bytes).digest();
    return encrypt(bytes, key, nonce.subarray(0, NONCE_BYTES));
  }

  /** Throws if the cursor was not sealed for this viewer and this list. */
  open(cursor: string, viewerId: string, list: readonly string[]): unknown {
    return JSON.parse(this.openName(cursor, viewerId, list).toString('utf8'));
  }

  /** Throws if the name was not sealed for this viewer and this list. */
  openName(name: string, viewerId: string, list: readonly string[]): Buffer {
    return openWithAny(this.#secrets, (secret) =>
      decrypt(name, this.#keyOf(secret, viewerId, list)),
    );
  }

  /** Node makes a cipher of a key object in half the time that it needs for one of bytes. */
  #keyOf(secret: string, viewerId: string, list: readonly string[]): KeyObject {
    const of = JSON.stringify([viewerId, ...list]);
    const name = `${secret} ${of}`;
    const known = this.#keys.get(name);
    if (known) return known;
    const key = createSecretKey(createHmac('sha256', secret).update(of).digest());
    this.#keys.set(name, key);
    const [oldest] = this.#keys.keys();
    if (this.#keys.size > MAX_KEYS && oldest !== undefined) this.#keys.delete(oldest);
    return key;
  }
}

/** Random nonces. One call of `randomBytes` makes many, because a call takes longer than an encryption. */
class Nonces {
  #bytes = Buffer.alloc(0);

  next(): Buffer {
    if (this.#bytes.length === 0) this.#bytes = randomBytes(NONCE_BYTES * NONCES_PER_CALL);
    const nonce = this.#bytes.subarray(0, NONCE_BYTES);
    this.#bytes = this.#bytes.subarray(NONCE_BYTES);
    return nonce;
  }
}

function encrypt(bytes: Buffer, key: KeyObject, nonce: Buffer): string {
  const cipher = createCipheriv(CIPHER, key, nonce);
  const sealed = Buffer.concat([nonce, cipher.update(bytes), cipher.final()]);
  return Buffer.concat([sealed, cipher.getAuthTag()]).toString('base64url');
}

function decrypt(text: string, key: KeyObject): Buffer {
  const bytes = Buffer.from(text, 'base64url');
  // Decoding ignores some bits of the last character. So compare with the canonical text.
  const isWhole = bytes.length > NONCE_BYTES + TAG_BYTES && bytes.toString('base64url') === text;
  if (!isWhole) throw new Error('This is not what we encode.');
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([
    decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)),
    decipher.final(),
  ]);
}
