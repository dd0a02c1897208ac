/**
 * How Node runs the server. The space for what is soon forgotten is small, yet large enough that what a request makes is
 * mostly gone before it would be moved. With a bounded heap V8 collects before there is twice as much garbage as there are
 * things; left to itself on a large machine, it lets four times as much gather. Who needs more of it runs more processes
 * (WEB_CONCURRENCY). docs/performance.md has the figures.
 */
export const serverFlags = [
  '--max-semi-space-size=8',
  '--max-old-space-size=1024',
  // A quarter off the time of a start.
  `--import=${new URL('compile-cache.mjs', import.meta.url).href}`,
];
