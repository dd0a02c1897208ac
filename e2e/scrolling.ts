import type { Page } from '@playwright/test';

/** Turns the wheel, as a hand does it: bit by bit. Returns once the page stands still, for it goes on by itself for a moment. */
export async function wheelDown(page: Page, turns: number, by: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    await page.mouse.wheel(0, by);
    await page.waitForTimeout(120);
  }
  await page.evaluate(async () => {
    for (let y = Number.NaN; y !== scrollY;) {
      y = scrollY;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  });
}
