import { test as base } from '@playwright/test';

/** Playwright's test, after which the profiles it opened are closed: their pages would go on beside all that follow. */
export const test = base.extend<{ closing: void }>({
  closing: [
    async ({ browser }, use) => {
      await use();
      await Promise.all(browser.contexts().map(async (context) => context.close()));
    },
    { auto: true },
  ],
});
