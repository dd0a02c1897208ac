import type { getSecurity } from '@roost/contract/security';
import type { Answer } from '@roost/contract/endpoint';

/** An account with a password only. */
export const sampleSecurity: Answer<typeof getSecurity>['data'] = {
  email: 'alice@example.org',
  emailVerified: true,
  pendingEmail: null,
  totp: false,
  passkeys: [],
  passkeysOffered: true,
  recoveryCodesLeft: 0,
  recent: [],
};
