import type { Page } from '@playwright/test';

interface LayoutShift {
  value: number;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

/** The page's cumulative layout shift since its load, and a description of the elements that moved. */
export interface Shift {
  sum: number;
  what: string[];
}

/** Records the layout shifts of every page that loads after this call. */
export async function recordLayoutShifts(page: Page): Promise<() => Promise<Shift>> {
  await page.addInitScript(() => {
    const shift: Shift = { sum: 0, what: [] };
    Object.assign(window, { shift });
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as unknown as LayoutShift[]) {
        shift.sum += value;
        for (const { node, previousRect, currentRect } of sources)
          shift.what.push(`${node?.textContent}: ${previousRect.top} → ${currentRect.top}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return async () => {
    await nextPaint(page);
    return page.evaluate(() => (window as unknown as { shift: Shift }).shift);
  };
}

/** Resolves when the browser has painted and measured the last change. */
export async function nextPaint(page: Page): Promise<void> {
  await page.evaluate(
    async () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
}
