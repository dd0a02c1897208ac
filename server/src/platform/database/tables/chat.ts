import type { ColumnType, Generated } from 'kysely';
import type { CallSummary } from '@roost/contract/chat';
import type { CreatedAt } from './created-at.ts';

export interface ChatTables {
  conversations: Conversations;
  messages: Messages;
  conversation_members: ConversationMembers;
}

interface Conversations {
  id: string;
  low_id: string;
  high_id: string;
  last_seq: Generated<number>;
  /** The time of the first message. Without messages, the time of the opening. */
  created_at: ColumnType<Date, Date | undefined, Date | string>;
  deleted_by_both_at: Generated<Date | null>;
}

interface Messages {
  id: string;
  conversation_id: string;
  seq: number;
  sender_id: string;
  kind: Generated<'message' | 'call'>;
  content: string;
  /** Written as JSON text. */
  call: ColumnType<CallSummary | null, string | null | undefined, string | null>;
  is_silent: Generated<boolean>;
  has_media: Generated<boolean>;
  media_ids: Generated<string[]>;
  client_id: string | null;
  created_at: CreatedAt;
  deleted_at: Generated<Date | null>;
  is_withheld: Generated<boolean>;
}

interface ConversationMembers {
  user_id: string;
  conversation_id: string;
  other_id: string;
  unread_count: Generated<number>;
  /** The last message that the person has read. */
  read_seq: Generated<number>;
  delivered_seq: Generated<number>;
  /** The last message that the other person knows to be read. */
  seen_seq: Generated<number>;
  cleared_seq: Generated<number>;
  has_written: Generated<boolean>;
  last_seq: Generated<number | null>;
  last_at: Generated<Date | null>;
}
