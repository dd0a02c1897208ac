/**
 * Height in px of the bars over the page at the top of the window. Each bar is sticky and has `data-stays-at-top`. Elements of other
 * columns have the attribute too, but they are not sticky themselves.
 */
export function topBarsHeight(): number {
  const bottoms = [...document.querySelectorAll('[data-stays-at-top]')].map((bar) => {
    const { position, top } = getComputedStyle(bar);
    return position === 'sticky' ? Number.parseFloat(top) + heightOf(bar) : 0;
  });
  return Math.round(Math.max(0, ...bottoms.filter(Number.isFinite)));
}

/** Height in px of the navigation bar at the bottom, on phones. */
export function bottomBarHeight(): number {
  return Math.round(heightOf(document.querySelector('[data-bottom-bar]')));
}

const heightOf = (bar: Element | null) => bar?.getBoundingClientRect().height ?? 0;
