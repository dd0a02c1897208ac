// Runs in the page that is measured, before anything of its own: notes what `Watched` in visits.ts tells of.
const watched = { largestPaint: 0, shift: 0, moved: [], longTasks: [], interactions: [] };

function watch(type, note, options = {}) {
  const observer = new PerformanceObserver((list) => list.getEntries().forEach(note));
  observer.observe({ type, buffered: true, ...options });
}

watch('largest-contentful-paint', ({ startTime }) => {
  watched.largestPaint = startTime;
});
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

/** Which post of the feed is the last drawn. */
function lastDrawn() {
  return Number([...document.querySelectorAll('article')].at(-1)?.ariaPosInSet ?? 0);
}

/** As fast as the feed comes. */
async function scrollPast(posts) {
  for (let stuck = 0; lastDrawn() < posts;) {
    const was = scrollY;
    scrollBy(0, 1_000);
    await new Promise((drawn) => setTimeout(drawn, 60));
    stuck = scrollY === was ? stuck + 1 : 0;
    if (stuck > 500) throw new Error(`The feed ends after ${lastDrawn()} posts.`);
  }
}

Object.assign(globalThis, { watched, scrollPast });
