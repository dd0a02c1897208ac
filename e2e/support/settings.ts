import { expect, type Page } from '@playwright/test';

/** Opens a section of the settings by the navigation. On phones it goes through the account sheet and the list of sections. */
export async function openSettings(page: Page, section: string): Promise<void> {
  const account = page.getByRole('button', { name: 'Account' });
  const link = page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Settings' });
  // The page before may have had neither.
  await expect(account.or(link)).toBeVisible();
  if (await account.isVisible()) {
    await account.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Settings' }).click();
  } else await link.click();
  await page
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('link', { name: section })
    .click();
  await expect(page).toHaveURL(new RegExp(`/home/settings/${section.toLowerCase()}$`));
}

/** Opens every section and checks it. */
export async function checkSettingsScreens(
  page: Page,
  check: (page: Page, where: string) => Promise<void>,
): Promise<void> {
  for (const [path, sentinel] of [
    ['', page.getByRole('navigation', { name: 'Settings' })],
    ['/security', page.getByText('Signed in', { exact: true })],
    ['/privacy', page.getByRole('combobox', { name: 'Who can message me?' })],
    ['/notifications', page.getByRole('radiogroup', { name: 'Likes' })],
    ['/appearance', page.getByRole('radio', { name: 'Dim' })],
  ] as const) {
    await page.goto(`/home/settings${path}`);
    await expect(sentinel).toBeVisible();
    await check(page, `settings${path}`);
  }
}
