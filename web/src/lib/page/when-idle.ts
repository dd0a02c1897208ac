/** The work starts after this many milliseconds even if the page is busy. */
const TIMEOUT_MS = 1000;

/** Runs `work` when the browser is idle. Returns a function that cancels it. */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, TIMEOUT_MS / 5);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(work, { timeout: TIMEOUT_MS });
  return () => cancelIdleCallback(idle);
}
