import type { Generated } from 'kysely';
import type { PushKind } from '@roost/contract/push';
import type { CreatedAt } from './created-at.ts';

export interface PushTables {
  push_subscriptions: PushSubscriptions;
}

interface PushSubscriptions {
  user_id: string;
  session_id: string;
  token_hash: Buffer;
  endpoint: string;
  p256dh: Buffer;
  auth: Buffer;
  vapid_key: string;
  kinds: PushKind[];
  has_preview: boolean;
  created_at: CreatedAt;
  failing_since: Generated<Date | null>;
  failures: Generated<number>;
  retry_at: Generated<Date | null>;
  ringing_call_id: Generated<string | null>;
}
