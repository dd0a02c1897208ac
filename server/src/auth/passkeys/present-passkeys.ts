import type { AuthenticatorTransport } from '@simplewebauthn/server';
import type { Passkey } from '@roost/contract/passkeys';

export function presentPasskey(row: {
  id: string;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}): Passkey {
  return {
    _id: row.id,
    name: row.name,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  };
}

/** Browsers ignore transports that they do not know. */
export function presentTransports(stored: string[]): AuthenticatorTransport[] {
  return stored as AuthenticatorTransport[];
}
