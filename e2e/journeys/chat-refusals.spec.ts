import { expect } from '@playwright/test';
import * as chat from '@roost/contract/chat';
import * as users from '@roost/contract/users';
import { newChatMembers, panel, rowOf } from '../support/chat-screens.ts';
import { sendTextByApi } from '../support/chat-api.ts';
import { openBoth, openChatWith, newChatMember } from '../support/open-chat.ts';
import { test } from '../support/test.ts';
import { userIdOf, toggleBlock, call } from '../support/api.ts';
import { urlWith } from '../support/endpoint-urls.ts';

const REFUSED = "This user doesn't accept messages from you.";

test('the chat explains refusals, and a logout warns of unsent messages', async ({ browser }) => {
  const { name, page, ann } = await newChatMembers(browser);
  await sendTextByApi(ann, name, 'Hello');
  await page.goto('/home/message');
  await expect(rowOf(page, ann.name)).toBeVisible();
  const annsId = await userIdOf(page, ann.name);
  const myId = await userIdOf(page, name);
  const box = panel(page).getByRole('textbox', { name: /^Message to/ });

  await test.step('the list gives the name before the chat has loaded', async () => {
    const opened = urlWith(chat.openConversation, { userId: annsId });
    const { promise: isSeen, resolve: seen } = Promise.withResolvers<void>();
    await page.route(opened, async (route) => {
      await isSeen;
      await route.continue();
    });
    await rowOf(page, ann.name).getByRole('link').click();
    await expect(panel(page)).toContainText(`${ann.name} of Roost`);
    await expect(panel(page).getByText('Loading messages')).toBeAttached();
    seen();
    await expect(box).toBeVisible();
    await page.unroute(opened);
  });

  await test.step('toasts do not cover the message box', async () => {
    const gap = async () =>
      page.evaluate(() => {
        const edge = (selector: string) =>
          document.querySelector(selector)?.getBoundingClientRect();
        return (edge('[data-composer]')?.top ?? 0) - (edge('[data-toaster]')?.bottom ?? Infinity);
      });
    await expect.poll(gap).toBeGreaterThanOrEqual(0);
    await box.fill('One\nTwo\nThree\nFour');
    await expect.poll(gap).toBeGreaterThanOrEqual(0);
    await box.fill('');
  });

  await test.step('the other member’s block and unblock show after a window focus', async () => {
    const toggle = async () => {
      await toggleBlock(ann, name);
      await page.evaluate(() => dispatchEvent(new Event('focus')));
    };
    await toggle();
    await expect(panel(page)).toContainText("This user doesn't accept messages from you.");
    await expect(panel(page).getByRole('button', { name: 'Unblock' })).toBeHidden();
    await toggle();
    await expect(box).toBeVisible();
  });

  await test.step('the member’s own block is named and can be removed', async () => {
    await toggleBlock(page, ann.name);
    await page.reload();
    await expect(panel(page)).toContainText(`You blocked @${ann.name}.`);
    await panel(page).getByRole('button', { name: 'Unblock' }).click();
    const dialog = page.getByRole('alertdialog', { name: `Unblock @${ann.name}` });
    await dialog.getByRole('button', { name: 'Unblock', exact: true }).click();
    await expect(box).toBeVisible();
  });

  await test.step('an impossible chat is requested once and leads back', async () => {
    for (const [userId, words] of [
      ['nonsense', 'This account doesn’t exist.'],
      ['00000000-0000-4000-8000-000000000000', 'This account doesn’t exist.'],
      [myId, 'You can’t message yourself.'],
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

  await test.step('unsent messages show in the list, and a logout asks about them', async () => {
    await rowOf(page, ann.name).getByRole('link').click();
    await expect(box).toBeVisible();
    await page.context().setOffline(true);
    await box.fill('Not gone yet');
    await box.press('Enter');
    await expect(rowOf(page, ann.name)).toContainText('You: Not gone yet');
    const logOut = page.getByRole('button', { name: 'Log out' });
    await logOut.click();
    const dialog = page.getByRole('alertdialog', { name: '1 message has not been sent' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await expect(logOut).not.toHaveAttribute('aria-busy');
    await logOut.click();
    await dialog.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL('**/login');
  });
});

test('a refusal shows before writing and during a chat', async ({ browser }) => {
  const [a, b] = [await newChatMember(browser), await newChatMember(browser)];
  const preference = async (messagePreference: 'everyone' | 'no one') =>
    call(b.page, users.setMessagePreference, { body: { messagePreference } });

  await test.step('the refusal and the name show before any message', async () => {
    await preference('no one');
    const ann = await openChatWith(a.page, b.name);
    await expect(a.page.getByText(REFUSED)).toBeVisible();
    await expect(a.page.getByRole('heading', { name: `${b.name} of Roost` })).toBeVisible();
    await expect(ann.box).toBeHidden();
    await preference('everyone');
  });

  const [ann, ben] = await openBoth(a, b);
  await ann.write('Hello');
  await expect(ben.message('Hello')).toBeVisible();

  await test.step('a block during a chat loses no message', async () => {
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

  await test.step('the member’s own block shows at once', async () => {
    await a.page.reload();
    await expect(ann.box).toBeVisible();
    const chat = a.page.getByRole('region', { name: `Chat with ${b.name} of Roost` });
    await chat.getByRole('link', { name: b.name }).click();
    await a.page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click();
    await a.page.getByRole('menuitem', { name: `Block @${b.name}` }).click();
    await a.page.getByRole('button', { name: 'Block', exact: true }).click();
    await expect(a.page.getByText(`You blocked @${b.name}.`)).toBeVisible();
    await expect(ann.message('Hello')).toBeVisible();
    await expect(ann.box).toBeHidden();
  });
});
