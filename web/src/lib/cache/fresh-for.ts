const MINUTE_MS = 60_000;

/** An answer stays fresh for this long. The app does not fetch it again before that. */
export const freshFor = {
  list: 5 * MINUTE_MS,
  post: 10 * MINUTE_MS,
  profile: 10 * MINUTE_MS,
  trending: 15 * MINUTE_MS,
  unread: 10_000,
  newPosts: MINUTE_MS,
} as const;
