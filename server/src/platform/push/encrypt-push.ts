import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

const CURVE = 'prime256v1';
const KEY_BYTES = 16;
const NONCE_BYTES = 12;
const SALT_BYTES = 16;
const RECORD_BYTES = 4_096;
/** The most bytes of a text. With the header, the tag and a delimiter it fills the 4,096 bytes that every push service takes. */
export const MAX_TEXT_BYTES = 3_993;
/** The length of a push tells little about its text, because it grows in steps. */
const STEP_BYTES = 512;

/** The keys of a browser. */
export interface BrowserKeys {
  p256dh: Buffer;
  auth: Buffer;
}

/** Values that a test can fix. Otherwise they are random. */
interface Fixed {
  privateKey?: Buffer;
  salt?: Buffer;
  isPadded?: boolean;
}

/** Encrypts a text for one browser, so that the push service between cannot read it (RFC 8291, with `aes128gcm` of RFC 8188). */
export function encryptPush(
  text: Buffer,
  { p256dh, auth }: BrowserKeys,
  { privateKey, salt = randomBytes(SALT_BYTES), isPadded = true }: Fixed = {},
): Buffer {
  if (text.length > MAX_TEXT_BYTES) throw new Error('This push is too long.');
  const own = createECDH(CURVE);
  if (privateKey) own.setPrivateKey(privateKey);
  const publicKey = privateKey ? own.getPublicKey() : own.generateKeys();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, publicKey]);
  const shared = derive(own.computeSecret(p256dh), { salt: auth, info, length: 32 });
  const part = (name: string, length: number) =>
    derive(shared, { salt, info: Buffer.from(`Content-Encoding: ${name}\0`), length });
  const cipher = createCipheriv(
    'aes-128-gcm',
    part('aes128gcm', KEY_BYTES),
    part('nonce', NONCE_BYTES),
  );
  // The delimiter of the last record, and after it zeros.
  const padded = Buffer.alloc(isPadded ? paddedLength(text.length) : text.length + 1);
  padded.set(text);
  padded[text.length] = 2;
  return Buffer.concat([
    headOf(salt, publicKey),
    cipher.update(padded),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}

/** Tells whether a text can be encrypted for these keys: whether the public one is a point of the curve. */
export function areUsableKeys({ p256dh }: Pick<BrowserKeys, 'p256dh'>): boolean {
  const pair = createECDH(CURVE);
  pair.generateKeys();
  try {
    return pair.computeSecret(p256dh).length > 0;
  } catch {
    return false;
  }
}

const paddedLength = (bytes: number) =>
  Math.min(MAX_TEXT_BYTES + 1, Math.ceil((bytes + 1) / STEP_BYTES) * STEP_BYTES);

function headOf(salt: Buffer, publicKey: Buffer): Buffer {
  const sizes = Buffer.alloc(5);
  sizes.writeUInt32BE(RECORD_BYTES);
  sizes.writeUInt8(publicKey.length, 4);
  return Buffer.concat([salt, sizes, publicKey]);
}

function derive(
  secret: Buffer,
  { salt, info, length }: { salt: Buffer; info: Buffer; length: number },
): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length));
}
