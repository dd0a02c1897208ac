import { sign } from 'node:crypto';
import type { VapidKey } from './vapid-keys.ts';

/** Push services refuse a proof for more than a day. Clocks differ, so it is for half a day. */
const LIFETIME_SECONDS = 12 * 3_600;

/** The header with which a push service accepts a push (RFC 8292). `subject` tells it how to reach the operator. */
export function vapidHeader(
  { publicKey, privateKey }: VapidKey,
  { endpoint, subject, now }: { endpoint: string; subject: string; now: number },
): string {
  const head = encode({ typ: 'JWT', alg: 'ES256' });
  const claims = encode({
    aud: new URL(endpoint).origin,
    exp: Math.floor(now / 1_000) + LIFETIME_SECONDS,
    sub: subject,
  });
  const signed = `${head}.${claims}`;
  const signature = sign('sha256', Buffer.from(signed), {
    key: privateKey,
    dsaEncoding: 'ieee-p1363',
  });
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`;
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
