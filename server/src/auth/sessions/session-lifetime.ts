import { wallClock } from '../../lib/wall-clock.ts';

const DAY_SECONDS = 86_400;
/** A session ends after 30 days without use. */
const SESSION_IDLE_SECONDS = 30 * DAY_SECONDS;
/** A session ends after 180 days even if it is used. */
export const SESSION_MAX_SECONDS = 180 * DAY_SECONDS;
/** A write for each request would cost too much, so the last use is stored every ten minutes at most. */
const TOUCH_INTERVAL_SECONDS = 600;

/** Returns when a session ends that is opened or used now. */
export function expiryAfterUse(createdAt = new Date(wallClock())): Date {
  const longest = createdAt.getTime() + SESSION_MAX_SECONDS * 1_000;
  return new Date(Math.min(longest, wallClock() + SESSION_IDLE_SECONDS * 1_000));
}

/** Whether a use now must be stored, given the last stored one. */
export function isTouchDue(lastUsedAt: Date): boolean {
  return wallClock() - lastUsedAt.getTime() > TOUCH_INTERVAL_SECONDS * 1_000;
}
