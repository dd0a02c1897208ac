// Runs in the measured page before its own scripts. Records the measurements of `Watched` (visits.ts).
const watched = {
  largestPaint: 0,
  firstPost: 0,
  shift: 0,
  moved: [],
  longTasks: [],
  interactions: [],
};

function watch(type, record, options = {}) {
  const observer = new PerformanceObserver((list) => list.getEntries().forEach(record));
  observer.observe({ type, buffered: true, ...options });
}

watch('largest-contentful-paint', ({ startTime }) => {
  watched.largestPaint = startTime;
});
new MutationObserver((_, observer) => {
  if (!document.querySelector('article')) return;
  observer.disconnect();
  // The task after a frame's callbacks runs when the frame is painted.
  requestAnimationFrame(() =>
    setTimeout(() => {
      watched.firstPost = performance.now();
    }),
  );
}).observe(document, { childList: true, subtree: true });
watch('layout-shift', ({ value, hadRecentInput, sources = [] }) => {
  if (hadRecentInput) return;
  watched.shift += value;
  for (const { node } of sources)
    watched.moved.push(`${value.toFixed(4)} ${node?.nodeName} ${node?.className ?? ''}`);
});
watch('longtask', ({ duration }) => watched.longTasks.push(duration));
watch(
  'event',
  ({ interactionId, duration }) => {
    if (interactionId) watched.interactions.push(duration);
  },
  { durationThreshold: 16 },
);

/** Returns the position in the feed of the last rendered post. */
function lastPosition() {
  return Number([...document.querySelectorAll('article')].at(-1)?.ariaPosInSet ?? 0);
}

/** Scrolls down until the page has rendered this many posts. Throws if the feed ends before. */
async function scrollPast(posts, pixels, everyMs) {
  for (let stuck = 0; lastPosition() < posts;) {
    const was = scrollY;
    scrollBy(0, pixels);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
    stuck = scrollY === was ? stuck + 1 : 0;
    if (stuck * everyMs > 30_000) throw new Error(`The feed ends after ${lastPosition()} posts.`);
  }
}

Object.assign(globalThis, { watched, scrollPast });
