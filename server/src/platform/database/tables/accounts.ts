import type { Generated } from 'kysely';
import type { CreatedAt } from './created-at.ts';

export interface AccountTables {
  accounts: Accounts;
  usernames: Usernames;
  emails: Emails;
  sessions: Sessions;
  password_resets: PasswordResets;
}

interface Accounts {
  user_id: string;
  email: string;
  password_hash: string;
  email_verified_at: Generated<Date | null>;
  is_reset_required: Generated<boolean>;
  username_changed_at: Generated<Date | null>;
  address_tried_at: Generated<Date | null>;
  has_signed_in: Generated<boolean>;
  may_count_as_new: Generated<boolean>;
}

/** The owner of each username. Usernames and `emails` are in lower case. */
interface Usernames {
  name: string;
  user_id: string;
}

interface Emails {
  email: string;
  user_id: string;
  held_until: Generated<Date | null>;
}

interface Sessions {
  id: string;
  token_hash: Buffer;
  user_id: string;
  device: string;
  address: string;
  created_at: CreatedAt;
  last_used_at: Generated<Date>;
  proved_at: Generated<Date>;
  expires_at: Date;
}

interface PasswordResets {
  user_id: string;
  token_hash: Buffer;
  expires_at: Date;
}
