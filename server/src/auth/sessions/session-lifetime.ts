const DAY_SECONDS = 86_400;
/** A session ends after 30 days without use. */
export const SESSION_IDLE_SECONDS = 30 * DAY_SECONDS;
/** A session ends after 180 days even if it is used. */
export const SESSION_MAX_SECONDS = 180 * DAY_SECONDS;
export const MAX_SESSIONS_PER_ACCOUNT = 20;
/** A write for each request would cost too much, so the last use is stored every ten minutes at most. */
export const TOUCH_INTERVAL_SECONDS = 600;
