import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { wallClock } from '../../lib/wall-clock.ts';

/** The parameters that every authenticator app knows (RFC 6238). */
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Clocks may differ: the code of the step before and of the next one count too. */
const STEPS_AROUND = 1;
const CODE = /^\d{6}$/;
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;

export function makeTotpSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** Presents a secret for an app: in base32 to type, and as the content of a QR code. */
export function presentTotpSecret(
  secret: Buffer,
  { site, account }: { site: string; account: string },
) {
  const totp = new TOTP({ ...PARAMETERS, issuer: site, label: account, secret: keyOf(secret) });
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** Returns the time step whose code this is, or null if the code is wrong. */
export function totpStepOf(code: string, secret: Buffer, at = wallClock()): number | null {
  // The library throws for letters that are not ASCII.
  if (!CODE.test(code)) return null;
  const distance = TOTP.validate({
    ...PARAMETERS,
    token: code,
    secret: keyOf(secret),
    window: STEPS_AROUND,
    timestamp: at,
  });
  return distance === null ? null : TOTP.counter({ ...PARAMETERS, timestamp: at }) + distance;
}

function keyOf(secret: Buffer): Secret {
  return new Secret({ buffer: new Uint8Array(secret).buffer });
}
