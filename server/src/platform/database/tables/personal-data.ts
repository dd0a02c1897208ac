import type { Generated } from 'kysely';
import type { CreatedAt } from './created-at.ts';

export interface PersonalDataTables {
  account_closings: AccountClosings;
  held_usernames: HeldUsernames;
  exports: Exports;
}

interface AccountClosings {
  user_id: string;
  closed_at: Generated<Date>;
  deletes_at: Date;
  erasing_since: Generated<Date | null>;
}

interface HeldUsernames {
  name_hash: Buffer;
  until: Date;
}

interface Exports {
  id: string;
  user_id: string;
  status: Generated<'working' | 'ready'>;
  created_at: CreatedAt;
  expires_at: Date;
  /** Null until the file is ready. */
  bytes: Generated<number | null>;
}
