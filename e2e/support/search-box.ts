import { expect, type Page } from '@playwright/test';

export const searchBox = (page: Page) =>
  page.getByRole('combobox', { name: 'Search people, posts or hashtags' });

/** Expects this suggestion to be highlighted. */
export async function expectActive(page: Page, name: string | RegExp): Promise<void> {
  const active = await searchBox(page).getAttribute('aria-activedescendant');
  expect(active).not.toBeNull();
  await expect(page.locator(`[id="${active}"]`)).toHaveText(name);
}
