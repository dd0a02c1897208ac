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
    // Others write in the same feed.
    const [keptText, goneText, earlyText] = ['Kept', 'Deleted', 'Early'].map(
      (word) => `${word} by ${name}`,
    ) as [string, string, string];
    const page = await newMember(browser, name, device);
    const kept = await writePost(page, keptText);
    const gone = await writePost(page, goneText);
    await page.goto(`/home/profile/${name}`);

    await test.step('a list that loads meanwhile lacks the post, and Undo brings it back', async () => {
      await deletePost(page, keptText);
      await page.getByRole('link', { name: 'Home', exact: true }).click();
      await expect(card(page, goneText)).toBeVisible();
      await expect(card(page, keptText)).toHaveCount(0);
      expect(await statusOf(page, kept)).toBe(200);
      await undo(page).click();
      await page.goBack();
      await expect(card(page, keptText)).toBeVisible();
    });

    await test.step('the page of a post leads home, and Undo brings the post back there', async () => {
      await page.goto(`/home/post/${kept}`);
      await page.getByRole('main').getByRole('button', { name: 'More' }).first().click();
      await page.getByRole('menuitem', { name: 'Delete Post' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expect(page).toHaveURL(/\/home$/);
      await expect(card(page, goneText)).toBeVisible();
      await expect(card(page, keptText)).toHaveCount(0);
      await undo(page).click();
      await expect(card(page, keptText)).toBeVisible();
      await page.goto(`/home/profile/${name}`);
    });

    await test.step('Undo disappears when the deletion leaves early', async () => {
      const early = await writePost(page, earlyText);
      await page.reload();
      await deletePost(page, earlyText);
      await expect(undo(page)).toBeVisible();
      await page.evaluate(() => dispatchEvent(new Event('pagehide')));
      await expect(undo(page)).toHaveCount(0);
      await expect.poll(async () => statusOf(page, early)).toBe(404);
    });

    await test.step('without Undo it happens, at the latest when the page closes', async () => {
      await deletePost(page, goneText);
      await page.reload();
      await expect.poll(async () => statusOf(page, gone)).toBe(404);
      await deletePost(page, keptText);
      await expect(undo(page)).toBeVisible();
      await expect.poll(async () => statusOf(page, kept)).toBe(404);
      await expect(card(page, keptText)).toHaveCount(0);
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
