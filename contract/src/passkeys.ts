import { z } from 'zod';
import { login } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { nameText } from './text/text.ts';
import { done, id, success, time } from './wire.ts';

const base64url = (max: number) =>
  z
    .string()
    .regex(/^[\w-]+$/, 'This is not base64url.')
    .max(max);

/** What `@simplewebauthn/browser` returns, whatever the authenticator did. The server ignores further keys. */
const credential = z.object({
  id: base64url(1_400),
  rawId: base64url(1_400),
  type: z.literal('public-key'),
});

/** The JSON of a proof by passkey. */
export const assertion = credential.extend({
  response: z.object({
    clientDataJSON: base64url(8_000),
    authenticatorData: base64url(8_000),
    signature: base64url(8_000),
    userHandle: base64url(100).optional(),
  }),
});
export type Assertion = z.output<typeof assertion>;

/** The JSON of a new passkey. */
const attestation = credential.extend({
  response: z.object({
    clientDataJSON: base64url(8_000),
    attestationObject: base64url(16_000),
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});
export type Attestation = z.output<typeof attestation>;

export const passkey = z.object({
  _id: id,
  name: z.string(),
  createdAt: time,
  lastUsedAt: time.nullable(),
});
export type Passkey = z.infer<typeof passkey>;

/** An object that the browser's API takes. Its content belongs to the WebAuthn standard. */
const options = z.looseObject({ challenge: z.string() });

export const getNewPasskeyOptions = endpoint({
  method: 'POST',
  path: '/api/auth/passkeys/options',
  summary: 'What the browser needs to make a passkey; needs a recent proof',
  auth: 'member',
  limit: 'writes',
  hasSecrets: true,
  response: success(options),
});

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkeys',
  summary: 'Add a passkey, which alone signs in; needs a recent proof',
  auth: 'member',
  limit: 'writes',
  body: attestation.extend({ name: nameText(50).default('') }),
  response: success(passkey),
});

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/auth/passkeys/:passkeyId',
  summary: 'Remove a passkey; needs a recent proof',
  auth: 'member',
  limit: 'writes',
  params: z.object({ passkeyId: id }),
  response: done,
});

export const getPasskeyOptions = endpoint({
  method: 'POST',
  path: '/api/auth/login/passkey/options',
  summary: 'What the browser needs to prove a passkey, for a sign-in or a proof in a session',
  auth: 'public',
  limit: 'auth',
  response: success(options),
});

export const loginPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/login/passkey',
  summary: 'Sign in by a passkey; sets the session cookie',
  auth: 'public',
  limit: 'auth',
  body: assertion,
  response: login.response,
});
