import { expect } from '@playwright/test';
import * as chat from '@roost/contract/chat';
import * as users from '@roost/contract/users';
import { newChatMembers, panel, rowOf } from '../support/chat-screens.ts';
import { sendTextByApi } from '../support/chat-api.ts';
import { openBoth, openChatWith, newChatMember } from '../support/open-chat.ts';
import { newApiMember, newName } from '../support/members.ts';
import { test } from '../support/test.ts';
import { userIdOf, toggleBlock, call } from '../support/api.ts';
import { urlWith } from '../support/endpoint-urls.ts';

const REFUSED = "This user doesn't accept messages from you.";

test('a refusal shows before any message, until the preference changes', async ({ browser }) => {
  const { page } = await newChatMember(browser);
  const name = newName('who');
  const other = await newApiMember(browser, name);
  const prefer = async (messagePreference: 'everyone' | 'no one') =>
    call(other, users.setMessagePreference, { body: { messagePreference } });
  await prefer('no one');
  const { box } = await openChatWith(page, name);
  await expect(page.getByText(REFUSED)).toBeVisible();
  await expect(page.getByRole('heading', { name: `${name} of Roost` })).toBeVisible();
  await expect(box).toBeHidden();
  await prefer('everyone');
  await openChatWith(page, name);
  await expect(box).toBeVisible();
});

test('a block during a chat loses no message', async ({ browser }) => {
  const [a, b] = [await newChatMember(browser), await newChatMember(browser)];
  const [ann, ben] = await openBoth(a, b);
  await ann.write('Hello');
  await expect(ben.message('Hello')).toBeVisible();
  await toggleBlock(b.page, a.name);
  await ann.write('Are you there?');
  await expect(ann.deliveryStatus('Are you there?', 'Not sent')).toBeVisible();
  await expect(ann.box).toBeHidden();
  // Once beside the message, once in place of the box.
  await expect(a.page.getByText(REFUSED, { exact: true })).toHaveCount(2);
  await expect(ann.message('Hello')).toBeVisible();
  await a.page.reload();
  await expect(ann.deliveryStatus('Are you there?', 'Not sent')).toBeVisible();
  await toggleBlock(b.page, a.name);
  await ann.message('Are you there?').getByRole('button', { name: 'Try again' }).click();
  await expect(ann.deliveryStatus('Are you there?', 'Read')).toBeVisible();
  await expect(ben.message('Are you there?')).toHaveCount(1);
});

test('the other member’s block and unblock show after a window focus', async ({ browser }) => {
  const { name, page, ann } = await newChatMembers(browser);
  const { box } = await openChatWith(page, ann.name);
  await expect(box).toBeVisible();
  const toggle = async () => {
    await toggleBlock(ann, name);
    await page.evaluate(() => dispatchEvent(new Event('focus')));
  };
  await toggle();
  await expect(panel(page)).toContainText(REFUSED);
  await expect(panel(page).getByRole('button', { name: 'Unblock' })).toBeHidden();
  await toggle();
  await expect(box).toBeVisible();
});

test('the member’s own block shows at once and keeps the messages', async ({ browser }) => {
  const { page, ann, name } = await newChatMembers(browser);
  await sendTextByApi(ann, name, 'Hello');
  const chatWithAnn = await openChatWith(page, ann.name);
  await expect(chatWithAnn.box).toBeVisible();
  const region = page.getByRole('region', { name: `Chat with ${ann.name} of Roost` });
  await region.getByRole('link', { name: ann.name }).click();
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: `Block @${ann.name}` }).click();
  await page.getByRole('button', { name: 'Block', exact: true }).click();
  await expect(page.getByText(`You blocked @${ann.name}.`)).toBeVisible();
  await expect(chatWithAnn.message('Hello')).toBeVisible();
  await expect(chatWithAnn.box).toBeHidden();
});

test('the chat offers to remove the member’s own block', async ({ browser }) => {
  const { page, ann } = await newChatMembers(browser);
  await toggleBlock(page, ann.name);
  const { box } = await openChatWith(page, ann.name);
  await expect(panel(page)).toContainText(`You blocked @${ann.name}.`);
  await panel(page).getByRole('button', { name: 'Unblock' }).click();
  const dialog = page.getByRole('alertdialog', { name: `Unblock @${ann.name}` });
  await dialog.getByRole('button', { name: 'Unblock', exact: true }).click();
  await expect(box).toBeVisible();
});

test('a refetch keeps the question before an unblock open', async ({ browser }) => {
  const { page, ann } = await newChatMembers(browser);
  await toggleBlock(page, ann.name);
  await openChatWith(page, ann.name);
  await panel(page).getByRole('button', { name: 'Unblock' }).click();
  const dialog = page.getByRole('alertdialog', { name: `Unblock @${ann.name}` });
  await expect(dialog).toBeVisible();
  const opened = urlWith(chat.openConversation, { userId: await userIdOf(page, ann.name) });
  const answered = Promise.withResolvers<void>();
  await page.route(opened, async (route) => {
    await answered.promise;
    await route.continue();
  });
  const asked = page.waitForRequest(opened);
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await asked;
  await expect(page.getByText(`You blocked @${ann.name}.`)).toBeVisible();
  const answer = page.waitForResponse(opened);
  answered.resolve();
  await answer;
  await expect(dialog).toBeVisible();
});

test('an impossible chat is requested once and leads back', async ({ browser }) => {
  const { name, page, ann } = await newChatMembers(browser);
  await sendTextByApi(ann, name, 'Hello');
  for (const [userId, words] of [
    ['nonsense', 'This account doesn’t exist.'],
    ['00000000-0000-4000-8000-000000000000', 'This account doesn’t exist.'],
    [await userIdOf(page, name), 'You can’t message yourself.'],
  ] as const) {
    const opened = urlWith(chat.openConversation, { userId });
    const asked: string[] = [];
    page.on('request', (request) => {
      if (opened.test(request.url())) asked.push(request.url());
    });
    await page.goto(`/home/message?with=${userId}`);
    await expect(panel(page).getByRole('alert')).toContainText(words);
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await expect(rowOf(page, ann.name)).toBeVisible();
    await panel(page).getByRole('link', { name: 'Back to messages' }).click();
    await expect(panel(page)).toBeHidden();
    expect(asked).toHaveLength(1);
  }
});
