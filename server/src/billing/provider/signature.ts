import { createHmac, timingSafeEqual } from 'node:crypto';

/** Computes the HMAC-SHA256 of the raw bytes, in lower-case hex. */
export function sign(raw: Buffer, secret: string): string {
  return createHmac('sha256', secret).update(raw).digest('hex');
}

/** Compares in constant time. A repeated header never matches. */
export function isSigned(
  raw: Buffer,
  given: string | string[] | undefined,
  secret: string,
): boolean {
  if (typeof given !== 'string') return false;
  const [known, found] = [Buffer.from(sign(raw, secret)), Buffer.from(given)];
  return known.length === found.length && timingSafeEqual(known, found);
}
