import { sessionRefusal } from '@roost/contract/events';
import type { SecurityEvent } from '@roost/contract/notifications';
import { z } from 'zod';
import { defineEvent, defineRemoteEvent } from '../kernel/events.ts';

/** Sessions ended: a sign-out, a new password, or one session too many. With `refusal`, the person cannot sign in again now. */
export const sessionsEnded = defineRemoteEvent(
  'sessionsEnded',
  z.object({ sessionIds: z.array(z.uuid()), refusal: sessionRefusal.optional() }),
);

/** The operator rotated a secret, so nodes read all of them again. */
export const keysRotated = defineRemoteEvent('keysRotated', z.object({}));

/** Somebody's role changed. Their sessions have the new one. */
export const roleChanged = defineRemoteEvent('roleChanged', z.object({ userId: z.uuid() }));

/**
 * Somebody was hidden from everybody else, or is shown again. `until` is the end of a suspension that ends by itself, without another
 * event.
 */
export const hidingChanged = defineEvent<{ userId: string; until: Date | null }>('hidingChanged');

/** The connection that reports ended sessions was away. Any session can have ended. */
export const sessionReportsLost = defineEvent<Record<string, never>>('sessionReportsLost');

/** An account changed, and its owner gets a notice. */
export const ownerNotified = defineEvent<{
  userId: string;
  noticeId: string;
  what: SecurityEvent;
}>('ownerNotified');
