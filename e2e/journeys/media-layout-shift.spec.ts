import { expect } from '@playwright/test';
import { drawPicture, postFiles } from '../support/files.ts';
import { card, newName, newMember } from '../support/members.ts';
import { withMotion } from '../support/devices.ts';
import { test } from '../support/test.ts';

/** More than one page of the feed. */
const POSTS = 24;

test('a feed of pictures causes no layout shift on a slow network', async ({ browser }) => {
  test.slow();
  const page = await newMember(browser, newName('still'), {
    viewport: { width: 1280, height: 900 },
    ...withMotion,
  });
  const shapes = [
    [600, 450],
    [450, 900],
    [800, 300],
    [500, 500],
  ] as const;
  const pictures = await Promise.all(
    shapes.map(([width, height], n) => drawPicture(page, `${n}.jpg`, { width, height })),
  );
  for (let n = POSTS; n > 0; n -= 1)
    await postFiles(page, `Still ${n}`, pictures.slice(n % 4, (n % 4) + 1 + (n % 3)));
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 100_000,
  });
  await page.addInitScript(recordShifts);
  await page.goto('/home');
  await expect(card(page, 'Still 1').first()).toBeVisible({ timeout: 30_000 });
  await expect
    .poll(
      async () => {
        await page.mouse.move(600, 500);
        await page.mouse.wheel(0, 700);
        await page.waitForTimeout(150);
        return page.getByText(`Still ${POSTS}`).count();
      },
      { timeout: 120_000 },
    )
    .toBeGreaterThan(0);
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts);
  const sum = shifts.reduce((all, { value }) => all + value, 0);
  expect(sum, JSON.stringify(shifts, undefined, 1)).toBeLessThanOrEqual(0.02);
});

interface Shift {
  value: number;
  /** The elements that moved, with their old and new positions. */
  what: string[];
}

function recordShifts(): void {
  const shifts: Shift[] = Object.assign(globalThis, { shifts: [] }).shifts;
  type Entry = PerformanceEntry & {
    value: number;
    sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[];
  };
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as Entry[]) {
      const what = sources.map(
        ({ node, previousRect: was, currentRect: is }) =>
          `${node?.nodeName} ${node?.className} ${node?.textContent?.slice(0, 30)}: ${was.y}+${was.height} to ${is.y}+${is.height}`,
      );
      shifts.push({ value, what });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}
