import type { Generated } from 'kysely';
import type { CreatedAt } from './created-at.ts';

export interface AccountSafetyTables {
  email_links: EmailLinks;
  second_factors: SecondFactors;
  former_apps: FormerApps;
  recovery_codes: RecoveryCodes;
  passkeys: Passkeys;
  account_activity: AccountActivity;
  security_notices: SecurityNotices;
  challenge_tries: ChallengeTries;
}

interface EmailLinks {
  user_id: string;
  email: string;
  token_hash: Buffer | null;
  expires_at: Date;
}

interface SecondFactors {
  user_id: string;
  /** Encrypted, like `pending_secret`. Null until the person confirms it. */
  secret: Buffer | null;
  pending_secret: Buffer | null;
  enabled_at: Date | null;
  last_step: Generated<number>;
}

interface FormerApps {
  user_id: string;
  /** Encrypted. */
  secret: Buffer;
  enabled_at: Date;
  last_step: number;
  removed_at: Generated<Date>;
}

interface RecoveryCodes {
  user_id: string;
  code_hash: Buffer;
  created_at: CreatedAt;
}

interface Passkeys {
  user_id: string;
  credential_id: string;
  id: string;
  public_key: Buffer;
  counter: number;
  transports: string[];
  name: string;
  created_at: CreatedAt;
  last_used_at: Generated<Date | null>;
}

interface AccountActivity {
  user_id: string;
  id: string;
  what: string;
  is_failure: boolean;
  device: string;
  address: string;
  at: Generated<Date>;
}

interface SecurityNotices {
  user_id: string;
  id: string;
  what: string;
  email: string;
  email_verified_at: Date | null;
  device: string;
  address: string;
  at: Generated<Date>;
  token_hash: Buffer | null;
  expires_at: Date;
}

interface ChallengeTries {
  challenge_hash: Buffer;
  tries: number;
  expires_at: Date;
}
