import { expect, type Page } from '@playwright/test';
import { sendTextByApi } from '../support/chat-api.ts';
import * as chats from '../support/chat-screens.ts';
import { ComposerBox } from '../support/composer.ts';
import { desktop } from '../support/devices.ts';
import { findInHeap } from '../support/heap.ts';
import { drawPicture } from '../support/files.ts';
import { prefetched } from '../support/prefetched.ts';
import { storedData } from '../support/stored-data.ts';
import { card, newApiMember, newMember, newName, signIn, writePost } from '../support/members.ts';
import * as notifications from '../support/notifications.ts';
import { Chat, newChatMember, openChatWith } from '../support/open-chat.ts';
import { userIdOf } from '../support/api.ts';
import { searchBox } from '../support/search-box.ts';
import { test } from '../support/test.ts';

const recentSearches = (page: Page) => page.getByRole('grid', { name: 'Recent searches' });

test('the next member in a tab finds nothing of the former one', async ({ browser }) => {
  const name = newName('former');
  // The dialog of the logout must open offline.
  const page = await newMember(browser, name, { ...desktop, savesData: false });
  const annsName = newName('ann');
  const ann = await newApiMember(browser, annsName);
  const ben = await newChatMember(browser);
  const next = newName('next');
  await writePost(await newMember(browser, next), 'The next member was here');
  const ids = await Promise.all([name, annsName, ben.name].map((each) => userIdOf(page, each)));
  const secret = newName('secret');
  const composer = new ComposerBox(page);
  const chat = new Chat(page, ben.name);

  await test.step('a member leaves traces in every part of the app', async () => {
    await notifications.like(ann, await writePost(page, 'Liked by a friend'));
    await sendTextByApi(ann, name, `${secret} unread message`);
    await openChatWith(page, ben.name);
    await expect(chat.log).toBeVisible();
    await page.getByRole('link', { name: 'Explore' }).click();
    await searchBox(page).fill(`${secret} search`);
    await searchBox(page).press('Enter');
    await expect(page).toHaveURL(/\?q=secret/);
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await expect(chats.entry(page)).toHaveAccessibleName('1 unread, Message');
    await expect(notifications.entry(page)).toHaveAccessibleName('1 unread, Notification');
    await composer.open();
    // The code that keeps waiting posts must be there.
    await prefetched(page);
    await page.context().setOffline(true);
    await composer.text.fill(`${secret} waiting post`);
    await composer.button('Post').click();
    await expect(card(page, `${secret} waiting post`)).toContainText('Waiting for the network');
    await composer.text.fill(`${secret} draft`);
    // A file input that the test has touched would stay in the page's memory.
    await composer.paste(await drawPicture(page, `${secret}.jpg`));
    await expect(composer.files).toHaveCount(1);
    await chat.write(`${secret} queued message`);
    await expect(chat.deliveryStatus(`${secret} queued message`, 'Sending')).toBeVisible();
    await chat.box.fill(`${secret} half a message`);
  });

  await test.step('a logout clears both storages', async () => {
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL('**/login');
    await page.context().setOffline(false);
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    await expectNothingStored(page, [secret, ...ids]);
  });

  await test.step('the next member sees nothing of it on any page', async () => {
    await signIn(page, next);
    await expect(page.getByRole('tab', { name: 'For you' })).toBeVisible();
    await expect(chats.panel(page)).toBeHidden();
    await expect(composer.text).toHaveValue('');
    await expect(composer.files).toHaveCount(0);
    await expect(notifications.entry(page)).toHaveAccessibleName('Notification');
    await chats.expectUnread(page, 0);
    await page.getByRole('link', { name: 'Explore' }).click();
    await searchBox(page).click();
    await expect(searchBox(page)).toHaveValue('');
    await expect(recentSearches(page)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await notifications.entry(page).click();
    await expect(page.getByText('No notifications', { exact: true })).toBeVisible();
    await chats.entry(page).click();
    await expect(chats.empty(page)).toBeVisible();
    for (const list of ['Profile', 'Home']) {
      await page.getByRole('link', { name: list, exact: true }).first().click();
      await expect(card(page, 'The next member was here').first()).toBeVisible();
      await expect(page.locator('body')).not.toContainText(secret);
    }
    await expectNothingStored(page, [secret, ...ids]);
    expect(await findInHeap(page, secret)).toEqual([]);
  });

  await test.step('the unsent message is never sent', async () => {
    await openChatWith(page, ben.name);
    await expect(chat.box).toHaveValue('');
    await chat.write('Sentinel');
    await expect(chat.deliveryStatus('Sentinel', 'Sent')).toBeVisible();
    await expect(chat.log.getByRole('article')).toHaveText([/Sentinel/]);
    const bensChat = await openChatWith(ben.page, name);
    await expect(bensChat.log).toBeVisible();
    await expect(chats.rows(ben.page)).toHaveCount(1);
    await expect(ben.page.locator('body')).not.toContainText(secret);
  });
});

async function expectNothingStored(page: Page, secrets: string[]): Promise<void> {
  const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  for (const each of secrets) expect(stored).not.toContain(each);
  const { databases, caches } = await storedData(page);
  // The first one is the written text. The ids may also be in what the next member has read.
  expect(databases + caches).not.toContain(secrets[0]);
  expect(databases).not.toContain('idempotencyKey');
}
