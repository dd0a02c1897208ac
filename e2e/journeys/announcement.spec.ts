import { expect, type Page } from '@playwright/test';
import { checkAccessibility } from '../support/accessibility.ts';
import { desktop, phone } from '../support/devices.ts';
import { variants } from '../support/matrix.ts';
import { newMember, newName } from '../support/members.ts';
import { test } from '../support/test.ts';

/** Lets documents announce this text. The real setting would show it in every other journey. */
async function announce(page: Page, text: string): Promise<void> {
  await page.unrouteAll();
  await page.route('**/home', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(
      '"announcement":""',
      `"announcement":${JSON.stringify(text)}`,
    );
    await route.fulfill({ response, body });
  });
}

for (const device of variants(desktop, phone))
  test(`an announcement can be dismissed, until its text changes, ${device.viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const page = await newMember(browser, newName('reader'), device);
    const bar = page.getByRole('region', { name: 'Announcement' });
    await announce(page, `The nest moves on Sunday. ${'Long'.repeat(30)}`);
    await page.goto('/home');
    await expect(bar).toContainText('The nest moves on Sunday.');
    await checkAccessibility(page, 'announcement');
    await bar.getByRole('button', { name: 'Dismiss the announcement' }).click();
    await expect(bar).toBeHidden();
    await page.reload();
    await expect(page.getByRole('tab', { name: 'For you' })).toBeVisible();
    await expect(bar).toBeHidden();
    await announce(page, 'The nest has moved.');
    await page.reload();
    await expect(bar).toContainText('The nest has moved.');
  });
