import { expect, type Page } from '@playwright/test';
import * as posts from '@roost/contract/posts';
import { desktop, phone } from '../support/devices.ts';
import { card, newMember, newMemberAtHome, newName, writePost } from '../support/members.ts';
import { send } from '../support/api.ts';
import { test } from '../support/test.ts';
import { variants } from '../support/matrix.ts';

const toaster = (page: Page) => page.locator('[data-toaster]');
const undo = (page: Page) => toaster(page).getByRole('button', { name: 'Undo' });
const statusOf = async (page: Page, postId: string) =>
  (await send(page, posts.getPost, { params: { postId } })).status();

async function deletePost(page: Page, text: string): Promise<void> {
  await card(page, text).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete Post' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(card(page, text)).toHaveCount(0);
}

for (const device of variants(desktop, phone))
  test(`a deletion can be undone for five seconds, ${device.viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const name = newName('undo');
    const page = await newMember(browser, name, device);
    const kept = await writePost(page, 'To be kept');
    const gone = await writePost(page, 'To be deleted');
    await page.goto(`/home/profile/${name}`);

    await test.step('a list that loads meanwhile lacks the post, and Undo brings it back', async () => {
      await deletePost(page, 'To be kept');
      await page.getByRole('link', { name: 'Home', exact: true }).click();
      await expect(card(page, 'To be deleted')).toBeVisible();
      await expect(card(page, 'To be kept')).toHaveCount(0);
      expect(await statusOf(page, kept)).toBe(200);
      await undo(page).click();
      await page.goBack();
      await expect(card(page, 'To be kept')).toBeVisible();
    });

    await test.step('without Undo it happens, at the latest when the page closes', async () => {
      await deletePost(page, 'To be deleted');
      await page.reload();
      await expect.poll(async () => statusOf(page, gone)).toBe(404);
      await deletePost(page, 'To be kept');
      await expect(undo(page)).toBeVisible();
      await expect.poll(async () => statusOf(page, kept)).toBe(404);
      await expect(card(page, 'To be kept')).toHaveCount(0);
    });
  });

test('a post can be taken back, and its text returns to the box', async ({ browser }) => {
  const name = newName('hasty');
  const page = await newMemberAtHome(browser, name, desktop);
  const box = page.getByRole('textbox', { name: 'Post text' });
  await box.fill('With a tpyo');
  await box.press('Control+Enter');
  await expect(card(page, 'With a tpyo')).toBeVisible();
  await box.fill('The next one');
  await undo(page).click();
  await expect(box).toHaveValue('With a tpyo\n\nThe next one');
  await expect(card(page, 'With a tpyo')).toHaveCount(0);
  await expect(toaster(page)).toContainText('its text is back');
  await page.goto(`/home/profile/${name}`);
  await expect(card(page, 'With a tpyo')).toHaveCount(0);
});
