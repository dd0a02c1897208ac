import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { securityEvents } from './notifications.ts';
import { done, success, time } from './wire.ts';
import { passkey } from './passkeys.ts';

/** The sign-ins, failures and changes of an account. */
export const activityKind = z.enum([
  'signIn',
  'signInFailed',
  'codeFailed',
  'reauthFailed',
  'recoveryCodeUsed',
  ...securityEvents,
  'emailVerified',
  'usernameChanged',
  'accountClosed',
  'accountRestored',
  'undone',
]);
export type ActivityKind = z.infer<typeof activityKind>;

const activity = z.object({
  at: time,
  what: activityKind,
  /** The user agent. */
  device: z.string(),
  /** The network address. Empty if the operator did it. */
  address: z.string(),
});

export const getSecurity = endpoint({
  method: 'GET',
  path: '/api/auth/security',
  summary: 'What protects the viewer’s account, and what happened to it recently, newest first',
  auth: 'member',
  limit: 'reads',
  response: success(
    z.object({
      email: z.string(),
      emailVerified: z.boolean(),
      /** The address that waits for its confirmation. */
      pendingEmail: z.string().nullable(),
      totp: z.boolean(),
      passkeys: z.array(passkey),
      /** Whether this site can have passkeys. It cannot at an IP address. */
      passkeysOffered: z.boolean(),
      recoveryCodesLeft: z.int(),
      recent: z.array(activity),
    }),
  ),
});

export const undoChange = endpoint({
  method: 'POST',
  path: '/api/auth/undo/:token',
  summary: 'Undo a change by a mailed link; ends all sessions and mails a link for a new password',
  auth: 'public',
  limit: 'auth',
  params: z.object({ token: z.string().max(200) }),
  response: done,
});
