import { expect, test } from 'vitest';
import { isSigned, sign } from './signature.ts';

// Test vector of RFC 4231, so that a shared mistake of `sign` and `isSigned` shows.
const key = 'Jefe';
const raw = Buffer.from('what do ya want for nothing?');
const signature = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';

test('an event is signed by HMAC-SHA256 in hex', () => {
  expect(sign(raw, key)).toBe(signature);
  expect(isSigned(raw, signature, key)).toBe(true);
  expect(isSigned(raw, signature.toUpperCase(), key)).toBe(false);
  expect(isSigned(raw, [signature, signature], key)).toBe(false);
  expect(isSigned(raw, undefined, key)).toBe(false);
});
