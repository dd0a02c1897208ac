import type { Generated } from 'kysely';
import type { CreatedAt } from './created-at.ts';

export interface EventLogTables {
  event_log_heads: EventLogHeads;
  event_log_entries: EventLogEntries;
}

interface EventLogHeads {
  user_id: string;
  /** A bigint, as text. */
  last_seq: string;
}

interface EventLogEntries {
  user_id: string;
  seq: string;
  name: string;
  item: unknown;
  sent_by: Generated<string | null>;
  created_at: CreatedAt;
}
