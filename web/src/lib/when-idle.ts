/** Milliseconds after which it is done all the same, however busy the page is. */
const LATEST = 1000;

/** Does something once what is on the screen has been drawn and nothing else is to be done. Returns what calls it off. */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, LATEST / 5);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(work, { timeout: LATEST });
  return () => cancelIdleCallback(idle);
}
