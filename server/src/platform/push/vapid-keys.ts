import { createECDH, createHmac, createPrivateKey, type KeyObject } from 'node:crypto';
import type { KeyRings, Keys } from '../../kernel/ports.ts';

/** A key pair with which the server proves to push services that it is the one to which a browser subscribed (RFC 8292). */
export interface VapidKey {
  /** 65 bytes in base64url, as browsers take it. */
  publicKey: string;
  privateKey: KeyObject;
}

const CURVE = 'prime256v1';
const COORDINATE_BYTES = 32;
/** The key pairs of this process, by the secret from which they follow. There are as few as secrets. */
const made = new Map<string, VapidKey>();

/** The key pair to which browsers subscribe now. */
export function currentVapidKey(keys: Pick<KeyRings, 'of'>): VapidKey {
  return vapidKeyOf(ringOf(keys).current);
}

/** The key pair with this public key, if it has not ended. */
export function findVapidKey(keys: Pick<KeyRings, 'of'>, publicKey: string): VapidKey | undefined {
  return ringOf(keys)
    .all.map(vapidKeyOf)
    .find((key) => key.publicKey === publicKey);
}

const ringOf = (keys: Pick<KeyRings, 'of'>): Keys => keys.of('push-key');

/** The pair follows from a secret of the ring. So nodes with the same secret have the same pair, and a restored one has it again. */
function vapidKeyOf(secret: string): VapidKey {
  const known = made.get(secret);
  if (known) return known;
  const pair = createECDH(CURVE);
  const privateKey = privateNumberOf(secret, pair);
  const point = pair.getPublicKey();
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    d: encode(privateKey),
    x: encode(point.subarray(1, 1 + COORDINATE_BYTES)),
    y: encode(point.subarray(1 + COORDINATE_BYTES)),
  };
  const key = {
    publicKey: encode(point),
    privateKey: createPrivateKey({ format: 'jwk', key: jwk }),
  };
  made.set(secret, key);
  return key;
}

const encode = (bytes: Buffer) => bytes.toString('base64url');

/** Sets the private number of the pair. About one of 4 billion hashes is no valid number, and the next one is taken. */
function privateNumberOf(secret: string, pair: ReturnType<typeof createECDH>): Buffer {
  for (let attempt = 0; ; attempt += 1) {
    const number = createHmac('sha256', secret).update(`vapid ${attempt}`).digest();
    try {
      pair.setPrivateKey(number);
      return number;
    } catch (error) {
      if (attempt > 8) throw error;
    }
  }
}
