import { createDecipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto';

/** The secrets of a browser. */
export interface BrowserSecrets {
  pair: ECDH;
  auth: Buffer;
}

/** Decrypts a push as a browser does (RFC 8291 and RFC 8188). Throws if the keys do not fit. */
export function readPush(body: Buffer, { pair, auth }: BrowserSecrets): Buffer {
  const salt = body.subarray(0, 16);
  const keyLength = body[20]!;
  const sender = body.subarray(21, 21 + keyLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender]);
  const shared = hkdfSync('sha256', pair.computeSecret(sender), auth, info, 32);
  const part = (name: string, length: number) =>
    Buffer.from(
      hkdfSync('sha256', Buffer.from(shared), salt, `Content-Encoding: ${name}\0`, length),
    );
  const decipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12));
  decipher.setAuthTag(body.subarray(-16));
  const content = body.subarray(21 + keyLength, -16);
  const padded = Buffer.concat([decipher.update(content), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2));
}

/** The keys of a new browser: what it keeps, and what it tells the server. */
export function newBrowserKeys() {
  const pair = createECDH('prime256v1');
  const [p256dh, auth] = [pair.generateKeys(), randomBytes(16)];
  const keys = { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') };
  return { pair, auth, keys };
}
