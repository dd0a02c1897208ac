import type { Generated } from 'kysely';
import type { CreatedAt } from './created-at.ts';

export interface StreamTables {
  stream_heads: StreamHeads;
  stream_events: StreamEventsTable;
}

interface StreamHeads {
  user_id: string;
  /** A bigint, as text. */
  last_seq: string;
}

interface StreamEventsTable {
  user_id: string;
  seq: string;
  name: string;
  item: unknown;
  sent_by: Generated<string | null>;
  created_at: CreatedAt;
}
