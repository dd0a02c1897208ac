import { expect } from '@playwright/test';
import { desktop, phone } from '../support/devices.ts';
import { drawPicture } from '../support/files.ts';
import { variants } from '../support/matrix.ts';
import { newMemberAtHome, newName } from '../support/members.ts';
import { newChatMember, openBoth } from '../support/open-chat.ts';
import { test } from '../support/test.ts';

for (const device of variants(desktop, phone))
  test(`Back closes what lies over a page, ${device.viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const page = await newMemberAtHome(browser, newName('back'), device);
    const nav = page.getByRole('navigation', { name: 'Main' });
    await nav.getByRole('link', { name: /Notification/ }).click();
    await expect(page).toHaveURL(/noti$/);

    await test.step('the drawer of the notifications', async () => {
      await page.getByRole('button', { name: 'Notification settings' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.goBack();
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(page).toHaveURL(/noti$/);
      await page.goForward();
      await expect(page).toHaveURL(/noti$/);
      await expect(page.getByRole('dialog')).toBeHidden();
    });

    await test.step('the composer', async () => {
      await page.getByRole('button', { name: 'Post', exact: true }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.goBack();
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(page).toHaveURL(/noti$/);
      await page.goBack();
      await expect(page).toHaveURL(/\/home$/);
    });
  });

test('Back closes a picture of a chat, and the chat stays', async ({ browser }) => {
  const [a, b] = [await newChatMember(browser), await newChatMember(browser)];
  const [ann] = await openBoth(a, b);
  const { page } = a;
  await page.locator('input[data-files]').setInputFiles([await drawPicture(page, 'one.png')]);
  await ann.box.fill('Look');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(ann.message('Look').locator('img')).not.toHaveAttribute('src', /^blob:/);
  const address = page.url();
  await ann.message('Look').locator('[data-photo]').click();
  const viewer = page.getByRole('dialog');
  await expect(viewer).toBeVisible();
  await page.goBack();
  await expect(viewer).toBeHidden();
  expect(page.url()).toBe(address);
  await expect(ann.message('Look')).toBeVisible();
});
