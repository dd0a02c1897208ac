import { expect } from '@playwright/test';
import { newName, writePost, newMember } from '../support/members.ts';
import { positionAtRest } from '../support/scrolling.ts';
import { test } from '../support/test.ts';
import { desktop, phone, withMotion } from '../support/devices.ts';
import { variants } from '../support/matrix.ts';
import { ANY_API_CALL } from '../support/endpoint-urls.ts';

for (const { viewport } of variants(phone, desktop)) {
  test(`slow answers cause no layout shift, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const name = newName('steady');
    const page = await newMember(browser, name, { viewport, ...withMotion });
    for (let n = 0; n < 14; n += 1) await writePost(page, `Number ${n}. ${'Word '.repeat(n * 4)}`);
    await page.addInitScript(() => {
      const seen = { shift: 0 };
      Object.assign(window, { seen });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          seen.shift += (entry as PerformanceEntry & { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    let open = 0;
    await page.route(ANY_API_CALL, async (route) => {
      open += 1;
      await new Promise((later) => setTimeout(later, 1000));
      await route.continue();
      open -= 1;
    });
    // Longer than the app waits before it shows a page fallback.
    await page.route('**/assets/*-screen-*.js', async (route) => {
      await new Promise((later) => setTimeout(later, 600));
      await route.continue();
    });
    for (const path of ['/home', `/home/profile/${name}`]) {
      await page.goto(path);
      await expect(page.getByRole('article').first()).toBeVisible();
      await expect.poll(() => open).toBe(0);
      await positionAtRest(page.getByRole('article').first());
      const shift = await page.evaluate(
        () => (window as unknown as { seen: { shift: number } }).seen.shift,
      );
      expect(shift, path).toBeLessThan(0.02);
    }
  });
}
