import { expect, type Page } from '@playwright/test';

/** Two looks at the loaded files are this far apart, in ms. */
const PAUSE_MS = 300;

/** Waits until the page has loaded the code that it needs offline. It does so when the browser is idle, which is late on a busy machine. */
export async function prefetched(page: Page): Promise<void> {
  // The region of the toasts is part of this code.
  await expect(page.locator('[data-toaster]')).toBeAttached();
  let loaded = 0;
  await expect(async () => {
    const before = loaded;
    loaded = await page.evaluate(() => performance.getEntriesByType('resource').length);
    expect(loaded).toBe(before);
  }).toPass({ intervals: [PAUSE_MS] });
}
