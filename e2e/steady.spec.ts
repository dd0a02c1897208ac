import { expect } from '@playwright/test';
import { arrive, newName, writePost } from './people.ts';
import { test } from './test.ts';

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]) {
  test(`slow answers move nothing, ${viewport.width} wide`, async ({ browser }) => {
    const name = newName('steady');
    const page = await arrive(browser, name, { viewport });
    for (let n = 0; n < 14; n += 1) await writePost(page, `Number ${n}. ${'Word '.repeat(n * 4)}`);
    await page.addInitScript(() => {
      const seen = { shift: 0 };
      Object.assign(window, { seen });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          seen.shift += (entry as PerformanceEntry & { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.route('**/api/**', async (route) => {
      await new Promise((later) => setTimeout(later, 1000));
      await route.continue();
    });
    // Longer than the app waits with drawing what stands for a page.
    await page.route('**/assets/*-screen-*.js', async (route) => {
      await new Promise((later) => setTimeout(later, 600));
      await route.continue();
    });
    for (const path of ['/home', `/home/profile/${name}`]) {
      await page.goto(path);
      await expect(page.getByRole('article').first()).toBeVisible();
      await page.waitForTimeout(500);
      const shift = await page.evaluate(
        () => (window as unknown as { seen: { shift: number } }).seen.shift,
      );
      expect(shift, path).toBeLessThan(0.02);
    }
  });
}
