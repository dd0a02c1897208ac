import { expect, test } from 'vitest';
import { presentTotpSecret, totpStepOf } from './totp.ts';

/** The secret and the values of RFC 6238, appendix B, cut to six digits. */
const secret = Buffer.from('12345678901234567890');

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
])('at second %d the code is %s', (second, code) => {
  expect(totpStepOf(code, secret, second * 1_000)).toBe(Math.floor(second / 30));
});

test('a code counts one step before and after, and no further', () => {
  const at = 1_234_567_890_000;
  const step = Math.floor(at / 30_000);
  for (const steps of [-1, 0, 1])
    expect(totpStepOf('005924', secret, at + steps * 30_000)).toBe(step);
  for (const steps of [-2, 2]) expect(totpStepOf('005924', secret, at + steps * 30_000)).toBeNull();
});

test.each(['005925', '05924', '0059240', '', 'abcdef', 'ÀÀÀÀÀÀ', '００５９２４'])(
  '%j is no code',
  (code) => {
    expect(totpStepOf(code, secret, 1_234_567_890_000)).toBeNull();
  },
);

test('apps get the secret in base32, and the names beside it', () => {
  expect(presentTotpSecret(secret, { site: 'Our Roost', account: 'alice' })).toEqual({
    secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    uri: expect.stringMatching(
      /^otpauth:\/\/totp\/Our%20Roost:alice\?issuer=Our%20Roost&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&/,
    ) as string,
  });
});
