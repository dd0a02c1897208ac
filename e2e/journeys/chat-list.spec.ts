import { expect, type Page } from '@playwright/test';
import * as chat from '@roost/contract/chat';
import {
  refuseMessages,
  empty,
  entry,
  expectUnread,
  newChatMembers,
  panel,
  rowOf,
  rows,
} from '../support/chat-screens.ts';
import { markReadByApi, sendTextByApi, sendPictureByApi } from '../support/chat-api.ts';
import { desktop, phone } from '../support/devices.ts';
import { connect } from '../support/members.ts';
import { newChatMember } from '../support/open-chat.ts';
import { test } from '../support/test.ts';
import { appearance, checkAccessibility } from '../support/accessibility.ts';
import { variants } from '../support/matrix.ts';
import { follow, toggleBlock } from '../support/api.ts';
import { urlOf } from '../support/endpoint-urls.ts';

test('the list and its badges follow new messages in every tab', async ({ browser }) => {
  const { name, page, ann, ben } = await newChatMembers(browser);
  await page.goto('/home/message');
  await expect(empty(page)).toBeVisible();
  const second = await page.context().newPage();
  await second.goto('/home');
  await expectUnread(second, 0);

  await test.step('the newest conversation is on top', async () => {
    await sendTextByApi(ann, name, 'First from Ann');
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText('First from Ann');
    await sendTextByApi(ben, name, 'First from Ben');
    await expect(rows(page).first()).toContainText('First from Ben');
    await expectUnread(page, 2);
    await expectUnread(second, 2);
    await sendPictureByApi(ann, name);
    await expect(rows(page).first()).toContainText(`${ann.name} of Roost`);
    await expect(rows(page).first()).toContainText('Image');
    await expect(rows(page).first().getByRole('link')).toHaveAccessibleName(/2 unread$/);
    await expectUnread(page, 2);
  });

  await test.step('reading in one tab updates the other', async () => {
    await second.goto('/home/message');
    await expect(rowOf(second, ann.name).getByRole('link')).toHaveAccessibleName(/2 unread$/);
    const { conversationId } = await sendTextByApi(page, ann.name, 'Seen\n\nand answered');
    await expect(rowOf(page, ann.name)).toContainText('You: Seen and answered');
    await markReadByApi(page, conversationId);
    for (const tab of [page, second]) {
      await expect(rowOf(tab, ann.name).getByRole('link')).not.toHaveAccessibleName(/unread/);
      await expectUnread(tab, 1);
    }
  });
});

test('online people have a dot in the list', async ({ browser }) => {
  const { page, name } = await newChatMember(browser);
  const ann = await newChatMember(browser);
  await sendTextByApi(ann.page, name, 'Hello');
  await page.goto('/home/message');
  await expect(rows(page)).toHaveCount(1);
  await ann.page.goto('/home');
  await expect(rows(page).first().getByRole('img', { name: 'Online' })).toBeVisible();
});

test('the title adds the counts of messages and notifications', async ({ browser }) => {
  const { name, page, ann } = await newChatMembers(browser);
  await sendTextByApi(ann, name, 'Hello');
  await page.goto('/home/message');
  await expectUnread(page, 1);
  await follow(ann, name);
  await expect(page).toHaveTitle(/^\(2\) /);
  await expect(entry(page)).toHaveAccessibleName('1 unread, Message');
});

test('a block keeps the conversation in the list', async ({ browser }) => {
  const { name, page, ben } = await newChatMembers(browser);
  await sendTextByApi(ben, name, 'First from Ben');
  await toggleBlock(page, ben.name);
  await page.goto('/home/message');
  await expect(rowOf(page, ben.name)).toContainText('First from Ben');
});

/** Chooses Delete conversation from the menu of a row. */
async function askToDelete(page: Page, username: string): Promise<void> {
  await rowOf(page, username).getByRole('button', { name: /^More/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Delete conversation' }).click();
}

const deletionDialog = (page: Page) =>
  page.getByRole('alertdialog', { name: 'Delete conversation' });

test('a failed deletion shows a toast and can be repeated', async ({ browser }) => {
  const { name, page, ann } = await newChatMembers(browser);
  await sendTextByApi(ann, name, 'Old words');
  await page.goto('/home/message');
  await rowOf(page, ann.name).getByRole('link').click();
  await expect(panel(page)).toBeVisible();
  await page.route(urlOf(chat.deleteConversation), async (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.fallback(),
  );
  await askToDelete(page, ann.name);
  await deletionDialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect(page.locator('[data-toaster]')).toContainText('Roost can’t be reached');
  await expect(rowOf(page, ann.name)).toBeVisible();
  await page.unroute(urlOf(chat.deleteConversation));
  await askToDelete(page, ann.name);
  await deletionDialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect(empty(page)).toBeVisible();
});

test('a deleted conversation returns with its next message', async ({ browser }) => {
  const { name, page, ann } = await newChatMembers(browser);
  await sendTextByApi(ann, name, 'Old words');
  await page.goto('/home/message');
  const second = await page.context().newPage();
  await second.goto('/home/message');
  const asked = deletionDialog(page);
  const ask = async () => askToDelete(page, ann.name);
  await rowOf(page, ann.name).getByRole('link').click();
  await expect(panel(page)).toBeVisible();

  await ask();
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await expect(asked).toBeHidden();
  await expect(rowOf(page, ann.name)).toBeVisible();
  await expect(panel(page)).toBeVisible();

  await ask();
  await asked.getByRole('button', { name: 'Delete' }).click();
  await expect(asked).toBeHidden();
  await expect(empty(page)).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await expect(panel(page)).toBeHidden();
  await expect(empty(second)).toBeVisible();
  await expectUnread(page, 0);
  await page.reload();
  await expect(empty(page)).toBeVisible();

  await sendTextByApi(ann, name, 'New words');
  for (const tab of [page, second]) {
    await expect(rowOf(tab, ann.name)).toContainText('New words');
    await expect(rowOf(tab, ann.name).getByRole('link')).toHaveAccessibleName(/ 1 unread$/);
  }
});

test('the list loads its older part', async ({ browser }) => {
  const { name, page, ann, ben } = await newChatMembers(browser);
  await sendTextByApi(ben, name, 'The older');
  await sendTextByApi(ann, name, 'The newer');
  const lists = urlOf(chat.listConversations);
  const asked: string[] = [];
  // Answers like a server that has more than a hundred conversations: one at a time.
  await page.route(lists, async (route) => {
    const url = new URL(route.request().url());
    asked.push(url.search);
    const isFirst = url.search === '';
    url.searchParams.delete('cursor');
    const answer = await route.fetch({ url: url.href });
    const { status, data } = (await answer.json()) as { status: string; data: object[] };
    const [newer, older] = data;
    await route.fulfill({
      json: {
        status,
        data: isFirst ? [newer] : [older],
        pagination: { nextCursor: isFirst ? 'older' : null },
      },
    });
  });
  await page.goto('/home/message');
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).last()).toContainText('The older');
  expect(asked).toContain('?cursor=older');
  await sendTextByApi(ben, name, 'Newest of all');
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText('Newest of all');
});

test('a failed load of the list can be retried', async ({ browser }) => {
  const { name, page, ann, ben } = await newChatMembers(browser);
  for (const other of [ann, ben]) await sendTextByApi(other, name, 'Hello');
  const lists = urlOf(chat.listConversations);
  const message = 'The list takes a rest.';
  await page.route(lists, async (route) =>
    route.fulfill({ status: 500, json: { status: 'error', message, code: 'internal' } }),
  );
  // The test navigates within the page, because a new page loads the list again after it connects.
  await connect(page, async () => page.goto('/home'));
  await entry(page).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText(message);
  await page.unroute(lists);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rows(page)).toHaveCount(2);
});

for (const device of variants(desktop, phone)) {
  test(
    `conversation screens are accessible, ${device.viewport.width} wide`,
    appearance,
    async ({ browser }) => {
      test.slow();
      const { token, name, page, ann, ben } = await newChatMembers(browser, device);
      await refuseMessages(ben);
      await page.goto('/home/message');
      await expect(empty(page)).toBeVisible();
      await checkAccessibility(page, 'no conversations');

      await page.getByRole('button', { name: 'New Message' }).first().click();
      await expect(page.getByText('Start typing')).toBeVisible();
      await checkAccessibility(page, 'new message');
      await page.getByRole('combobox', { name: 'To' }).fill(token);
      await page.getByRole('option', { name: new RegExp(ben.name) }).click();
      await page.getByRole('button', { name: 'Next' }).click();
      await expect(page.getByText("This user doesn't accept messages from you.")).toBeVisible();
      await checkAccessibility(page, 'new message to somebody who takes none');
      await page.getByRole('button', { name: 'Close', exact: true }).click();
      await expect(page.getByRole('dialog')).toBeHidden();

      await sendTextByApi(ann, name, 'Hello');
      await sendTextByApi(page, ann.name, 'Hello yourself');
      await sendTextByApi(ann, name, 'One more');
      await expect(rowOf(page, ann.name)).toContainText('One more');
      await checkAccessibility(page, 'conversations');
      await rowOf(page, ann.name).getByRole('button', { name: /^More/ }).click();
      await page.getByRole('menuitem', { name: 'Delete conversation' }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await checkAccessibility(page, 'asked whether to delete');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await expect(page.getByRole('alertdialog')).toBeHidden();
      await rowOf(page, ann.name).getByRole('link').click();
      await expect(page.getByText(`${ann.name} of Roost`).last()).toBeVisible();
      await checkAccessibility(page, 'with an open chat');
      await page.goto(`/home/profile/${ann.name}`);
      await expect(page.getByRole('button', { name: 'Message', exact: true })).toBeVisible();
      await checkAccessibility(page, 'profile with the way to a chat');
    },
  );
}
