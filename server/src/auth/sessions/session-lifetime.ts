import { wallClock } from '../../lib/wall-clock.ts';

const DAY_SECONDS = 86_400;
/** A session ends after 30 days without use. */
const SESSION_IDLE_SECONDS = 30 * DAY_SECONDS;
/** A session ends after 180 days even if it is used. */
export const SESSION_MAX_SECONDS = 180 * DAY_SECONDS;
/** A write for each request would cost too much, so the last use is stored every ten minutes at most. */
const TOUCH_INTERVAL_SECONDS = 600;

/** Returns the expiry of a session that is opened or used now. */
export function expiryAfterUse(createdAt = new Date(wallClock())): Date {
  const longest = createdAt.getTime() + SESSION_MAX_SECONDS * 1_000;
  return new Date(Math.min(longest, wallClock() + SESSION_IDLE_SECONDS * 1_000));
}

/** Whether the last stored use is so old that this use must be stored. */
export function isTouchDue(lastUsedAt: Date): boolean {
  return wallClock() - lastUsedAt.getTime() > TOUCH_INTERVAL_SECONDS * 1_000;
}
