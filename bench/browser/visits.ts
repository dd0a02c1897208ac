import type { Browser, Page } from '@playwright/test';
import type { Member } from '../people.ts';
import { openWindow } from './window.ts';

/** What a page notes of itself (watch-page.mjs). */
export interface Watched {
  /** Milliseconds from the start of the navigation to the largest thing painted. */
  largestPaint: number;
  /** How far things moved that nobody touched, as browsers count layout shift. */
  shift: number;
  /** What moved. */
  moved: string[];
  /** Milliseconds of each task that was longer than 50. */
  longTasks: number[];
  /** Milliseconds from each touch to what was painted next, by the browser's event timing. */
  interactions: number[];
}

export interface Visit {
  address: string;
  member: Member;
  slowdown: number;
}

/** Milliseconds in which whatever is to move has moved, and the last large thing is painted. */
const SETTLED = 2_000;

/** What a visit to the feed takes with nothing kept, and then once more with all that may be kept. */
export async function loadTwice(browser: Browser, visit: Visit): Promise<[Watched, Watched]> {
  const { page, close } = await openWindow(browser, visit.address, visit);
  try {
    await page.goto(`${visit.address}/home`);
    const cold = await settledOn(page);
    await page.goto('about:blank');
    await page.goto(`${visit.address}/home`);
    return [cold, await settledOn(page)];
  } finally {
    await close();
  }
}

/** How soon something is seen of what one does; milliseconds, by what is done. */
export async function interact(browser: Browser, visit: Visit): Promise<Record<string, number>> {
  const { page, close } = await openWindow(browser, visit.address, visit);
  const taken: Record<string, number> = {};
  const time = async (name: string, touch: () => Promise<void>, seen: () => Promise<void>) => {
    await page.evaluate('watched.interactions.splice(0)');
    await touch();
    await seen();
    // What was shorter than the browser tells of counts as that long.
    taken[name] = Math.max(16, ...(await watchedOf(page, 300)).interactions);
  };
  try {
    await page.goto(`${visit.address}/home`);
    await settledOn(page);
    const row = page.getByRole('article').first();
    const like = row.getByRole('button', { name: /^Like/ });
    const wasOn = await like.getAttribute('aria-pressed');
    const isOn = wasOn === 'true' ? 'false' : 'true';
    await time(
      'like a post',
      async () => like.click(),
      async () => row.locator(`[aria-label^="Like"][aria-pressed="${isOn}"]`).waitFor(),
    );
    const dialog = page.getByRole('dialog');
    await time(
      'open the composer',
      async () => page.locator('header button[title=Post]').click(),
      async () => dialog.waitFor(),
    );
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await time(
      'open a post',
      // Its edge: what else is in a row may lead elsewhere.
      async () => row.click({ position: { x: 6, y: 6 } }),
      async () => page.getByText(/^Posted on/).waitFor(),
    );
    return taken;
  } finally {
    await close();
  }
}

export interface Scrolled {
  /** Megabytes of JavaScript in use, garbage collected. */
  before: number;
  after: number;
  nodes: number;
  longTasks: number[];
}

/** Down the feed, as fast as it comes, past so many posts. */
export async function scrollPast(browser: Browser, visit: Visit, posts: number): Promise<Scrolled> {
  const { page, cdp, close } = await openWindow(browser, visit.address, visit);
  const heap = async () => {
    await cdp.send('HeapProfiler.collectGarbage');
    const { metrics } = await cdp.send('Performance.getMetrics');
    const of = (name: string) => metrics.find((each) => each.name === name)?.value ?? 0;
    return { megabytes: of('JSHeapUsedSize') / 1e6, nodes: of('Nodes') };
  };
  try {
    await cdp.send('Performance.enable');
    await page.goto(`${visit.address}/home`);
    await settledOn(page);
    const { megabytes: before } = await heap();
    await page.evaluate('watched.longTasks.splice(0)');
    await page.evaluate(`scrollPast(${posts})`);
    const { longTasks } = await watchedOf(page, 500);
    const { megabytes: after, nodes } = await heap();
    return { before, after, nodes, longTasks };
  } finally {
    await close();
  }
}

async function settledOn(page: Page): Promise<Watched> {
  await page.getByRole('article').first().waitFor();
  return watchedOf(page, SETTLED);
}

async function watchedOf(page: Page, after: number): Promise<Watched> {
  await page.waitForTimeout(after);
  return page.evaluate<Watched>('watched');
}
