/**
 * Flags of the server's Node process. The young generation is large enough that most objects of a request die in it. The bounded
 * heap makes V8 collect at twice the live data, not at four times. For more capacity, run more processes (WEB_CONCURRENCY).
 * docs/performance.md has the figures.
 */
export const serverFlags = [
  '--max-semi-space-size=16',
  '--max-old-space-size=1024',
  // Shortens the start by a quarter.
  `--import=${new URL('compile-cache.mjs', import.meta.url).href}`,
];
