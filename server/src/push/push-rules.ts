import type { AnyNotificationType } from '@roost/contract/notifications';
import type { PushKind } from '@roost/contract/push';

interface PushRule {
  /**
   * How long the push waits before it is sent, in seconds. A person who reads on another device then gets none, and several about the
   * same thing become one.
   */
  delaySeconds: number;
  /** How long the push service keeps it for a browser that is away, in seconds. */
  ttlSeconds: number;
  /** Whether a sleeping phone wakes up for it (RFC 8030). */
  urgency: 'low' | 'normal' | 'high';
}

const DAY_SECONDS = 86_400;

export const pushRules: Record<PushKind, PushRule> = {
  // The push of a ringing call ends with the ringing. This time is for missed calls.
  calls: { delaySeconds: 0, ttlSeconds: DAY_SECONDS, urgency: 'high' },
  messages: { delaySeconds: 2, ttlSeconds: 7 * DAY_SECONDS, urgency: 'high' },
  mentions: { delaySeconds: 2, ttlSeconds: 2 * DAY_SECONDS, urgency: 'normal' },
  follows: { delaySeconds: 5, ttlSeconds: DAY_SECONDS, urgency: 'normal' },
  others: { delaySeconds: 15, ttlSeconds: DAY_SECONDS, urgency: 'low' },
};

export const kindOf: Record<AnyNotificationType, PushKind> = {
  mention: 'mentions',
  comment: 'mentions',
  follow: 'follows',
  followRequest: 'follows',
  like: 'others',
  repost: 'others',
  moderation: 'others',
  security: 'others',
};

/** The subject of a notification. A newer push about the same replaces an older one. */
export function tagOf(row: { type: AnyNotificationType; post_id: string | null }): string {
  const kind = kindOf[row.type];
  return kind === 'mentions' ? `post ${row.post_id}` : `${row.type} ${row.post_id ?? ''}`.trim();
}
