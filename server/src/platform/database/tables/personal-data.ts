import type { Generated } from 'kysely';

export interface PersonalDataTables {
  account_closings: AccountClosings;
  held_usernames: HeldUsernames;
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
