import type { Generated, GeneratedAlways } from 'kysely';
import type { AnyNotificationType } from '@roost/contract/notifications';
import type { CreatedAt } from './created-at.ts';

export interface NotificationTables {
  notifications: Notifications;
}

interface Notifications {
  id: string;
  user_id: string;
  actor_id: string;
  type: AnyNotificationType;
  post_id: string | null;
  detail: Generated<string | null>;
  is_extended: GeneratedAlways<boolean>;
  is_read: Generated<boolean>;
  is_withheld: Generated<boolean>;
  created_at: CreatedAt;
}
