import { z } from 'zod';
import { givenPassword, login } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { trimText } from './text/text.ts';
import { done, success } from './wire.ts';
import { assertion } from './passkeys.ts';

/** A code of an authenticator app (6 digits) or a recovery code. The server ignores spaces and hyphens. */
const code = z.string().overwrite(trimText).min(1, 'Enter the code.').max(64);

/** The ways to give a second factor. A refusal lists those that this person has, as `methods` beside `code`. */
export const secondFactorMethod = z.enum(['totp', 'recoveryCode', 'passkey']);
export type SecondFactorMethod = z.infer<typeof secondFactorMethod>;

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const reauth = endpoint({
  method: 'POST',
  path: '/api/auth/reauth',
  summary: 'Prove again who uses this session; with a second factor, the password is not enough',
  auth: 'member',
  limit: 'writes',
  hasSecrets: true,
  body: z.object({
    password: givenPassword.optional(),
    code: code.optional(),
    /** An answer to the options of a sign-in by passkey. */
    passkey: assertion.optional(),
  }),
  response: done,
});

export const loginSecond = endpoint({
  method: 'POST',
  path: '/api/auth/login/second',
  summary: 'Complete a sign-in by a code of the app or a recovery code; sets the session cookie',
  auth: 'public',
  limit: 'auth',
  body: z.object({ challenge: z.string().min(1).max(600), code }),
  response: login.response,
});

export const setUpTotp = endpoint({
  method: 'POST',
  path: '/api/auth/totp/setup',
  summary: 'Make the secret of an authenticator app; needs a recent proof',
  auth: 'member',
  limit: 'writes',
  hasSecrets: true,
  response: success(
    z.object({
      /** In base32. */
      secret: z.string(),
      /** The content of the QR code. */
      uri: z.string(),
    }),
  ),
});

export const enableTotp = endpoint({
  method: 'POST',
  path: '/api/auth/totp/enable',
  summary: 'Require codes of the app at sign-in; needs a recent proof',
  auth: 'member',
  limit: 'writes',
  hasSecrets: true,
  body: z.object({ code }),
  response: success(recoveryCodes),
});

export const disableTotp = endpoint({
  method: 'POST',
  path: '/api/auth/totp/disable',
  summary: 'Stop requiring codes at sign-in; needs a recent proof',
  auth: 'member',
  limit: 'writes',
  response: done,
});

export const replaceRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/auth/recoveryCodes',
  summary: 'Make new recovery codes, which replace the old ones; needs a recent proof',
  auth: 'member',
  limit: 'writes',
  hasSecrets: true,
  response: success(recoveryCodes),
});
