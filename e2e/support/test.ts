import { test as base, type BrowserContext, type Page } from '@playwright/test';

/** The most characters of a page that a failed test shows. */
const SHOWN_LENGTH = 4_000;

/**
 * Playwright's `test`. It closes the browser contexts of each test, because open pages would slow down later tests. A failed test
 * attaches a text `pages` with the address and content of each page.
 */
export const test = base.extend<{ closing: void }>({
  closing: [
    async ({ browser }, use, testInfo) => {
      await use();
      const contexts = browser.contexts();
      if (testInfo.status !== testInfo.expectedStatus) {
        const pages = await Promise.all(contexts.flatMap((context) => context.pages()).map(show));
        await testInfo.attach('pages', { body: pages.join('\n\n'), contentType: 'text/plain' });
      }
      await Promise.all(contexts.map(close));
    },
    { auto: true },
  ],
});

async function show(page: Page): Promise<string> {
  const content = await page
    .locator('body')
    .ariaSnapshot({ timeout: 5_000 })
    .catch((error) => String(error));
  return `${page.url()}\n${content.slice(0, SHOWN_LENGTH)}`;
}

/** Stops the route handlers first, because closing a context discards responses that they may still read. */
async function close(context: BrowserContext): Promise<void> {
  const behavior = 'ignoreErrors';
  await Promise.all(context.pages().map(async (page) => page.unrouteAll({ behavior })));
  await context.unrouteAll({ behavior });
  await context.close();
}
