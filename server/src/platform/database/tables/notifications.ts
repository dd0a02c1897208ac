import type { Generated } from 'kysely';
import type { CreatedAt } from './created-at.ts';

export interface NotificationTables {
  notifications: Notifications;
}

interface Notifications {
  id: string;
  user_id: string;
  actor_id: string;
  type: 'like' | 'comment' | 'repost' | 'mention' | 'follow';
  post_id: string | null;
  is_read: Generated<boolean>;
  created_at: CreatedAt;
}
