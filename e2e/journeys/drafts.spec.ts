import { expect, type Page } from '@playwright/test';
import * as drafts from '@roost/contract/drafts';
import { checkAccessibility } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { sendTextByApi } from '../support/chat-api.ts';
import { newChatMembers } from '../support/chat-screens.ts';
import { replyBox } from '../support/comments.ts';
import { ComposerBox } from '../support/composer.ts';
import { desktop, phone } from '../support/devices.ts';
import { variants } from '../support/matrix.ts';
import { logOut, newMemberAtHome, newName, signIn, writePost } from '../support/members.ts';
import { openChatWith } from '../support/open-chat.ts';
import { test } from '../support/test.ts';

const list = (page: Page) => page.getByRole('dialog', { name: 'Drafts' });
const kept = async (page: Page) =>
  (await call(page, drafts.listDrafts, {})).data.drafts.map(({ content }) => content);

for (const device of variants(desktop, phone))
  test(`drafts follow a person to another device, ${device.viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const name = newName('drafter');
    const page = await newMemberAtHome(browser, name, desktop);
    const id = await writePost(page, 'A question');
    await new ComposerBox(page).text.fill('Half a thought');
    await expect.poll(async () => kept(page)).toEqual(['Half a thought']);
    await page.goto(`/home/post/${id}`);
    await replyBox(page).fill('Half an answer');
    await expect.poll(async () => kept(page)).toEqual(['Half an answer', 'Half a thought']);

    const other = await (
      await browser.newContext({ reducedMotion: 'reduce', ...device })
    ).newPage();
    await other.goto('/login');
    await signIn(other, name);
    await other.waitForURL('**/home');
    const composer = new ComposerBox(other);
    await composer.open();
    await composer.button('Drafts').click();
    await expect(list(other).getByRole('listitem')).toHaveText([
      /Half an answer/,
      /Half a thought/,
    ]);

    await test.step('a post opens in the box, and what stood there stays in the list', async () => {
      await other.keyboard.press('Escape');
      await composer.text.fill('Written here');
      await composer.button('Drafts').click();
      await list(other)
        .getByRole('button', { name: /^Half a thought/ })
        .click();
      await expect(composer.text).toHaveValue('Half a thought');
      await expect
        .poll(async () => (await kept(other)).toSorted())
        .toEqual(['Half a thought', 'Half an answer', 'Written here']);
    });

    await test.step('a deletion can be undone', async () => {
      await composer.button('Drafts').click();
      const row = list(other).getByRole('listitem').filter({ hasText: 'Written here' });
      await row.getByRole('button', { name: 'Delete draft' }).click();
      await expect(row).toHaveCount(0);
      await other.locator('[data-toaster]').getByRole('button', { name: 'Undo' }).click();
      await expect(row).toHaveCount(1);
    });

    await test.step('a reply opens under its post', async () => {
      await list(other)
        .getByRole('button', { name: /^Half an answer/ })
        .click();
      await expect(other).toHaveURL(`/home/post/${id}`);
      await expect(replyBox(other)).toHaveValue('Half an answer');
    });
  });

test('two devices that change one draft keep both texts', async ({ browser }) => {
  const name = newName('both');
  const page = await newMemberAtHome(browser, name, desktop);
  const id = await writePost(page, 'A question');
  await page.goto(`/home/post/${id}`);
  await replyBox(page).fill('Begun');
  await expect.poll(async () => kept(page)).toEqual(['Begun']);
  const other = await (await browser.newContext({ reducedMotion: 'reduce', ...desktop })).newPage();
  await other.goto('/login');
  await signIn(other, name);
  await other.waitForURL('**/home');
  await other.goto(`/home/post/${id}`);
  await expect(replyBox(other)).toHaveValue('Begun');
  await replyBox(other).fill('Begun, and more there');
  await expect.poll(async () => kept(page)).toEqual(['Begun, and more there']);
  await replyBox(page).fill('Begun, and more here');
  await expect
    .poll(async () => kept(page))
    .toEqual(['Begun, and more here', 'Begun, and more there']);
});

test('a sent post leaves no draft, and an empty list says so', async ({ browser }) => {
  const name = newName('sender');
  const page = await newMemberAtHome(browser, name, desktop);
  const composer = new ComposerBox(page);
  await composer.text.fill('To be sent');
  await expect.poll(async () => kept(page)).toEqual(['To be sent']);
  await composer.publish('To be sent', { isAsked: false });
  await expect.poll(async () => kept(page)).toEqual([]);
  await composer.button('Drafts').click();
  await expect(list(page)).toContainText('No drafts.');
});

for (const device of variants(desktop, phone))
  test(`the composer says that a text is saved, and the page of drafts has it, ${device.viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const name = newName('saver');
    const page = await newMemberAtHome(browser, name, device);
    const id = await writePost(page, 'A question');
    const composer = new ComposerBox(page);
    await composer.open();
    await composer.text.fill('Half a thought');
    await expect(composer.button('Drafts')).toHaveAccessibleDescription('Saved');
    await checkAccessibility(page, 'the saved composer');
    expect(await kept(page)).toEqual(['Half a thought']);
    await page.goto(`/home/post/${id}`);
    await replyBox(page).fill('Half an answer');
    await expect.poll(async () => kept(page)).toEqual(['Half an answer', 'Half a thought']);
    await page.goto('/home');
    if (device === phone) await page.getByRole('button', { name: 'Account' }).click();
    const entry = { name: 'Drafts', exact: true };
    await (
      device === phone
        ? page.getByRole('dialog', { name: 'Account' }).getByRole('button', entry)
        : page.getByRole('navigation', { name: 'Main' }).getByRole('link', entry)
    ).click();
    await expect(page).toHaveURL('/home/drafts');
    const rows = page.getByRole('main').getByRole('list', { name: 'Drafts' }).getByRole('listitem');
    await expect(rows).toHaveText([/Half an answer/, /Half a thought/]);
    await checkAccessibility(page, 'the page of drafts');

    await test.step('a draft of a post opens in the composer', async () => {
      await rows.getByRole('button', { name: /^Half a thought/ }).click();
      const dialog = page.getByRole('dialog', { name: 'New post' });
      await expect(dialog.getByLabel('Post text')).toHaveValue('Half a thought');
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    });

    await test.step('a deletion can be undone', async () => {
      await rows.first().getByRole('button', { name: 'Delete draft' }).click();
      await expect(rows).toHaveCount(1);
      await page.locator('[data-toaster]').getByRole('button', { name: 'Undo' }).click();
      await expect(rows).toHaveCount(2);
    });

    await test.step('a reply opens under its post', async () => {
      await rows.getByRole('button', { name: /^Half an answer/ }).click();
      await expect(page).toHaveURL(`/home/post/${id}`);
      await expect(replyBox(page)).toHaveValue('Half an answer');
    });

    await test.step('an empty page says so', async () => {
      await replyBox(page).fill('');
      await expect.poll(async () => kept(page)).toEqual(['Half a thought']);
      await page.goto('/home/drafts');
      await rows.first().getByRole('button', { name: 'Delete draft' }).click();
      await expect(page.getByRole('main')).toContainText('No drafts.');
      await page.getByRole('main').getByRole('button', { name: 'New post' }).click();
      await expect(page.getByRole('dialog', { name: 'New post' })).toBeVisible();
    });
  });

test('offline, the composer says that a text is in this tab only', async ({ browser }) => {
  const page = await newMemberAtHome(browser, newName('offline'), desktop);
  const composer = new ComposerBox(page);
  await composer.text.fill('Half');
  await expect(composer.button('Drafts')).toHaveAccessibleDescription('Saved');
  await page.context().setOffline(true);
  await composer.text.fill('Half a thought');
  await expect(composer.button('Drafts')).toHaveAccessibleDescription('Saved in this tab');
  await page.context().setOffline(false);
  await expect(composer.button('Drafts')).toHaveAccessibleDescription('Saved');
  expect(await kept(page)).toEqual(['Half a thought']);
});

test('the text of an edit is there again after a reload and in a new tab', async ({ browser }) => {
  const page = await newMemberAtHome(browser, newName('editor'), desktop);
  const id = await writePost(page, 'As it was');
  const openEdit = async (tab: Page) => {
    await tab.goto(`/home/post/${id}`);
    await tab
      .getByRole('article')
      .first()
      .getByRole('button', { name: 'More', exact: true })
      .click();
    await tab.getByRole('menuitem', { name: 'Edit Post' }).click();
    return tab.getByRole('dialog', { name: 'Edit Post' }).getByLabel('Post text');
  };
  await (await openEdit(page)).fill('As it will be');
  await expect(await openEdit(page)).toHaveValue('As it will be');
  const next = await page.context().newPage();
  await page.close();
  await expect(await openEdit(next)).toHaveValue('As it will be');
  await next.goto('/home');
  await logOut(next);
  const question = next.getByRole('alertdialog', { name: 'Not everything has been sent' });
  await expect(question).toContainText('1 post, draft, message, reaction or deletion will be lost');
  await question.getByRole('button', { name: 'Log out' }).click();
  await next.waitForURL('**/login');
  const left = await next.evaluate(() => JSON.stringify(Object.entries(localStorage)));
  expect(left).not.toContain('As it will be');
});

test('the draft of a message is there after a reload and on another device', async ({
  browser,
}) => {
  const { name, page, ann } = await newChatMembers(browser);
  await sendTextByApi(ann, name, 'Hello');
  const box = (await openChatWith(page, ann.name)).box;
  await box.fill('Half a message');
  await expect.poll(async () => kept(page)).toEqual(['Half a message']);
  await page.reload();
  await expect(box).toHaveValue('Half a message');

  const other = await (await browser.newContext({ reducedMotion: 'reduce', ...phone })).newPage();
  await other.goto('/login');
  await signIn(other, name);
  await other.waitForURL('**/home');
  await expect((await openChatWith(other, ann.name)).box).toHaveValue('Half a message');
});
