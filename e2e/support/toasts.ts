import { expect, type Locator, type Page } from '@playwright/test';

/** Records each toast of later pages, because toasts disappear after 3 s. Returns those of the open page. */
export async function recordToasts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const toasts: string[] = [];
    Object.assign(globalThis, { toasts });
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof Element && node.closest('[data-toaster]'))
            for (const { textContent } of node.querySelectorAll('p')) toasts.push(textContent);
    }).observe(document, { childList: true, subtree: true });
  });
  return async () => page.evaluate(() => (globalThis as unknown as { toasts: string[] }).toasts);
}

/** Shares a post, and expects that the open page shows no toast before. Toasts appear in order, so an earlier one would come first. */
export async function expectOnlyShareToast(
  post: Locator,
  shown: () => Promise<string[]>,
): Promise<void> {
  await post.page().context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await post.getByRole('button', { name: 'Share' }).click();
  await expect.poll(shown).toEqual(['Link copied.']);
}
