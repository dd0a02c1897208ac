import type { Browser, Page } from '@playwright/test';
import type { Member } from '../member.ts';
import { openWindow, type Device } from './window.ts';

/** The measurements that a page records about itself (watch-page.mjs). */
export interface Watched {
  /** Largest Contentful Paint: milliseconds since the start of the navigation. */
  largestPaint: number;
  /** The paint of the first post, in milliseconds since the start of the navigation. */
  firstPost: number;
  /** Cumulative layout shift, without the shifts after user input. */
  shift: number;
  /** The elements that moved. */
  moved: string[];
  /** Durations of long tasks (over 50 ms), in milliseconds. */
  longTasks: number[];
  /** Milliseconds from each input to the next paint, by the browser's Event Timing. */
  interactions: number[];
}

export interface Visit {
  address: string;
  member: Member;
  device: Device;
}

/** The wait for the last layout shift and the last large paint. */
const LAST_PAINT_WAIT_MS = 2_000;
const LOAD_TIMEOUT_MS = 60_000;

/** Measures a visit to the feed with an empty browser cache, and one with a full cache. */
export async function loadTwice(browser: Browser, visit: Visit): Promise<[Watched, Watched]> {
  const { page, close } = await openWindow(browser, visit.address, visit);
  try {
    await page.goto(`${visit.address}/home`);
    const cold = await measureLoad(page);
    await page.goto('about:blank');
    await page.goto(`${visit.address}/home`);
    return [cold, await measureLoad(page)];
  } finally {
    await close();
  }
}

/** Measures the time from an input to the next paint, in milliseconds, by kind of input. */
export async function interact(browser: Browser, visit: Visit): Promise<Record<string, number>> {
  const { page, close } = await openWindow(browser, visit.address, visit);
  const taken: Record<string, number> = {};
  const time = async (name: string, touch: () => Promise<void>, seen: () => Promise<void>) => {
    await page.evaluate('watched.interactions.splice(0)');
    await touch();
    await seen();
    // Event Timing reports nothing below its threshold, so shorter inputs count as the threshold.
    taken[name] = Math.max(16, ...(await watchedOf(page, 300)).interactions);
  };
  try {
    await page.goto(`${visit.address}/home`);
    await measureLoad(page);
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
      // Touches the row's edge, because links inside the row lead elsewhere.
      async () => row.click({ position: { x: 6, y: 6 } }),
      async () => page.getByText(/^Posted on/).waitFor(),
    );
    return taken;
  } finally {
    await close();
  }
}

export interface Scrolled {
  /** Megabytes of the JavaScript heap after a garbage collection. */
  before: number;
  after: number;
  nodes: number;
  longTasks: number[];
}

/** Scrolls down the feed past `posts` posts. */
export async function scrollPast(browser: Browser, visit: Visit, posts: number): Promise<Scrolled> {
  const { page, cdp, close } = await openWindow(browser, visit.address, visit);
  const heap = async () => {
    await cdp.send('HeapProfiler.collectGarbage');
    const { metrics } = await cdp.send('Performance.getMetrics');
    const metric = (name: string) => metrics.find((each) => each.name === name)?.value ?? 0;
    return { megabytes: metric('JSHeapUsedSize') / 1e6, nodes: metric('Nodes') };
  };
  try {
    await cdp.send('Performance.enable');
    await page.goto(`${visit.address}/home`);
    await measureLoad(page);
    const { megabytes: before } = await heap();
    await page.evaluate('watched.longTasks.splice(0)');
    const { pixels, everyMs } = visit.device.scroll;
    await page.evaluate(`scrollPast(${posts}, ${pixels}, ${everyMs})`);
    const { longTasks } = await watchedOf(page, 500);
    const { megabytes: after, nodes } = await heap();
    return { before, after, nodes, longTasks };
  } finally {
    await close();
  }
}

/** Waits for the first post and then for the last paint. */
async function measureLoad(page: Page): Promise<Watched> {
  // Playwright's own wait would look for the post in each frame, and so delay a slow processor.
  const end = Date.now() + LOAD_TIMEOUT_MS;
  while ((await page.evaluate<number>('watched.firstPost')) === 0) {
    if (Date.now() > end) throw new Error('The feed did not appear.');
    await page.waitForTimeout(250);
  }
  return watchedOf(page, LAST_PAINT_WAIT_MS);
}

async function watchedOf(page: Page, after: number): Promise<Watched> {
  await page.waitForTimeout(after);
  return page.evaluate<Watched>('watched');
}
