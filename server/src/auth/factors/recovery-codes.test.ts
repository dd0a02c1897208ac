import { expect, test } from 'vitest';
import { hashRecoveryCode, makeRecoveryCodes } from './recovery-codes.ts';

test('there are ten different codes of 16 letters and digits', () => {
  const codes = makeRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes)
    expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
});

test.each(['k3d9-0vx2-7rqm-h5ta', 'K3D9 OVX2 7RQM H5TA', ' k3d90vx27rqmh5ta '])(
  '%j is the same code',
  (typed) => expect(hashRecoveryCode(typed)).toEqual(hashRecoveryCode('k3d9-0vx2-7rqm-h5ta')),
);

test('another code has another hash', () => {
  expect(hashRecoveryCode('k3d9-0vx2-7rqm-h5tb')).not.toEqual(
    hashRecoveryCode('k3d9-0vx2-7rqm-h5ta'),
  );
});
