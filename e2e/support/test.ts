import { test as base, type BrowserContext } from '@playwright/test';

/** Playwright's `test`. It closes the browser contexts of each test, because open pages would slow down later tests. */
export const test = base.extend<{ closing: void }>({
  closing: [
    async ({ browser }, use) => {
      await use();
      await Promise.all(browser.contexts().map(close));
    },
    { auto: true },
  ],
});

/** Stops the route handlers first, because closing a context discards responses that they may still read. */
async function close(context: BrowserContext): Promise<void> {
  const behavior = 'ignoreErrors';
  await Promise.all(context.pages().map(async (page) => page.unrouteAll({ behavior })));
  await context.unrouteAll({ behavior });
  await context.close();
}
