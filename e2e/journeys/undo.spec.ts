import { expect, type Locator, type Page } from '@playwright/test';
import * as posts from '@roost/contract/posts';
import { ComposerBox } from '../support/composer.ts';
import { desktop, phone } from '../support/devices.ts';
import { drawPicture, expectDrawn } from '../support/files.ts';
import { card, newMember, newMemberAtHome, newName, writePost } from '../support/members.ts';
import { send } from '../support/api.ts';
import { prefetched } from '../support/prefetched.ts';
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

/** Whether the box has the focus, with the caret behind its text. */
const isAtEnd = async (box: Locator) =>
  box.evaluate(
    (area: HTMLTextAreaElement) =>
      area === document.activeElement && area.selectionStart === area.value.length,
  );

test('a post or reply that is taken back opens its box, with the caret behind the text', async ({
  browser,
}) => {
  const page = await newMember(browser, newName('phone'), phone);
  const post = await writePost(page, 'To be answered');
  const box = page.getByRole('textbox', { name: 'Post text' });
  const composer = page.getByRole('dialog', { name: 'New post' });
  await test.step('a post on a phone opens the dialog', async () => {
    await page.goto('/home');
    await page.getByRole('button', { name: 'Post', exact: true }).click();
    await box.fill('With a tpyo');
    await composer.getByRole('button', { name: 'Post', exact: true }).click();
    await expect(composer).toBeHidden();
    await expect(card(page, 'With a tpyo')).toBeVisible();
    await undo(page).click();
    await expect(composer).toBeVisible();
    await expect(box).toHaveValue('With a tpyo');
    await expect.poll(async () => isAtEnd(box)).toBe(true);
    await page.keyboard.press('Escape');
  });

  await test.step('a reply opens the page of its post', async () => {
    const replyBox = page.getByRole('textbox', { name: 'Reply text' }).first();
    await page.goto(`/home/post/${post}`);
    await replyBox.fill('An anwser');
    await page.getByRole('button', { name: 'Reply', exact: true }).click();
    await expect(page.getByText('An anwser')).toBeVisible();
    await expect(undo(page)).toBeVisible();
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await undo(page).click();
    await expect(page).toHaveURL(new RegExp(`/home/post/${post}$`));
    await expect(replyBox).toHaveValue('An anwser');
    await expect.poll(async () => isAtEnd(replyBox)).toBe(true);
  });
});

test('without a network, a logout asks before it loses a deletion', async ({ browser }) => {
  const name = newName('gone');
  const page = await newMember(browser, name, { ...desktop, savesData: false });
  const text = `Regretted by ${name}`;
  const id = await writePost(page, text);
  await page.goto(`/home/profile/${name}`);
  await expect(card(page, text)).toBeVisible();
  await prefetched(page);
  await page.context().setOffline(true);
  await deletePost(page, text);
  await page.getByRole('button', { name: 'Log out' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Not everything has been sent' });
  await expect(dialog).toContainText('1 post, draft, message, reaction or deletion will be lost');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.context().setOffline(false);
  // If the five seconds were over before the network was back, the toast offers it again.
  const again = toaster(page).getByRole('button', { name: 'Try again' });
  await expect(async () => {
    if (await again.isVisible()) await again.click();
    expect(await statusOf(page, id)).toBe(404);
  }).toPass();
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
  await expect.poll(async () => isAtEnd(box)).toBe(true);
  await expect(card(page, 'With a tpyo')).toHaveCount(0);
  await expect(toaster(page)).toContainText('its text is back');
  await page.goto(`/home/profile/${name}`);
  await expect(card(page, 'With a tpyo')).toHaveCount(0);
});

for (const device of variants(desktop, phone))
  test(`the picture of a post that is taken back is in the box at once, and the next post waits for it, ${device.viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const name = newName('pictures');
    const page = await newMemberAtHome(browser, name, device);
    const composer = new ComposerBox(page);
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/posts/*', async (route) => {
      if (route.request().method() === 'DELETE') await isReleased;
      await route.continue();
    });
    await composer.choose([await drawPicture(page, 'robin.png')]);
    await composer.uploaded(1);
    await composer.publish(`A tpyo by ${name}`, { isAsked: true });
    await undo(page).click();
    await expect(composer.files).toHaveCount(1);
    // The box is ready for new text when its caret has moved behind the old one.
    await expect.poll(async () => isAtEnd(composer.text)).toBe(true);
    await composer.text.fill(`No typo by ${name}`);
    await composer.button('Post').click();
    await composer.button('Post without').click();
    const post = card(page, `No typo by ${name}`);
    await expect(post).toContainText('Waiting for 1 file of the old post');
    release();
    await expect(post).not.toContainText('Waiting for');
    await expectDrawn(post.getByRole('link', { name: /^Picture/ }).locator('img'));
    await expect(card(page, `A tpyo by ${name}`)).toHaveCount(0);
  });
