/** Height in px of the bars over the page at the top of the window. */
export function topBarsHeight(): number {
  const bars = document.querySelectorAll(
    '[data-top-bar-element], [data-page-header], [role=tablist].sticky',
  );
  const sticky = [...bars].map(
    (bar) => Number.parseFloat(getComputedStyle(bar).top) + heightOf(bar),
  );
  return Math.round(Math.max(0, ...sticky.filter(Number.isFinite)));
}

/** Height in px of the navigation bar at the bottom, on phones. */
export function bottomBarHeight(): number {
  return Math.round(heightOf(document.querySelector('[data-bottom-bar]')));
}

const heightOf = (bar: Element | null) => bar?.getBoundingClientRect().height ?? 0;
