import { expect, type Browser } from '@playwright/test';
import * as chat from '@roost/contract/chat';
import { expectUnread } from '../support/chat-screens.ts';
import { markReadByApi, openConversation } from '../support/chat-api.ts';
import { openChatWith, newChatMember, sendTextsByApi } from '../support/open-chat.ts';
import { desktop, phone } from '../support/devices.ts';
import { variants } from '../support/matrix.ts';
import { positionAtRest } from '../support/scrolling.ts';
import { test } from '../support/test.ts';
import { holdRequests } from '../support/held-requests.ts';
import { laterPagesOf } from '../support/endpoint-urls.ts';

const texts = (count: number) => Array.from({ length: count }, (_, index) => `Line ${index + 1}.`);

/** Opens a chat of forty read messages at its end. */
async function openReadChat(browser: Browser) {
  const [a, b] = [await newChatMember(browser), await newChatMember(browser)];
  await sendTextsByApi(a.page, b.name, texts(40));
  await markReadByApi(b.page, await openConversation(b.page, a.name));
  const ben = await openChatWith(b.page, a.name);
  await expect(ben.message('Line 40.')).toBeInViewport();
  return { a, b, ben };
}

for (const { viewport } of variants(phone, desktop))
  test(`Back and a reload keep the place in a chat, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const [a, b] = [await newChatMember(browser), await newChatMember(browser, { viewport })];
    await sendTextsByApi(a.page, b.name, texts(120));
    await markReadByApi(b.page, await openConversation(b.page, a.name));
    const { page } = b;
    await page.goto('/home/message');
    await page
      .getByRole('link', { name: new RegExp(a.name) })
      .first()
      .click();
    const log = page.getByRole('log');
    const row = (text: string) => log.getByText(text, { exact: true });
    await expect(row('Line 120.')).toBeInViewport();
    await expect(async () => {
      await log.hover();
      await page.mouse.wheel(0, -700);
      await expect(row('Line 60.')).toBeInViewport({ timeout: 500 });
    }).toPass();
    const before = await positionAtRest(row('Line 60.'));
    const distance = async () =>
      Math.abs(((await row('Line 60.').boundingBox())?.y ?? Infinity) - before.y);

    await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/home/noti"]')?.click());
    await expect(page).toHaveURL(/\/home\/noti$/);
    await sendTextsByApi(a.page, b.name, ['While away.']);
    await page.goBack();
    await expect.poll(distance).toBeLessThanOrEqual(2);
    await page.reload();
    await expect.poll(distance).toBeLessThanOrEqual(2);
    await page.getByRole('button', { name: 'To the newest message' }).click();
    await expect(row('While away.')).toBeInViewport();
    await page.reload();
    await expect(row('While away.')).toBeInViewport();
  });

test('a long chat opens at the first unread message and loads older ones', async ({ browser }) => {
  const [a, b] = [await newChatMember(browser), await newChatMember(browser)];
  await sendTextsByApi(a.page, b.name, texts(120));
  const ben = await openChatWith(b.page, a.name);

  await test.step('with more than a page unread, it opens at the first unread message', async () => {
    await expect(ben.log.getByText('New messages')).toBeInViewport();
    await expect(ben.message('Line 1.')).toBeInViewport();
    await b.page.getByRole('button', { name: 'To the newest message' }).click();
    await expect(ben.message('Line 120.')).toBeInViewport();
    await expectUnread(b.page, 0);
  });

  await test.step('with all messages read, it opens at the end', async () => {
    await openChatWith(b.page, a.name);
    await expect(ben.message('Line 120.')).toBeInViewport();
    await expect.poll(async () => ben.distanceToEnd()).toBeLessThan(32);
    await expect(ben.log.getByText('New messages')).toBeHidden();
  });

  await test.step('older messages load above without a jump', async () => {
    const release = await holdRequests(b.page, laterPagesOf(chat.listMessages));
    await ben.scrollTo(300);
    const row = ben.message('Line 80.');
    await expect(row).toBeVisible();
    const before = await positionAtRest(row);
    release();
    await expect
      .poll(() => ben.log.evaluate(({ scrollHeight }) => scrollHeight))
      .toBeGreaterThan(4_000);
    expect(Math.abs((await positionAtRest(row)).y - before.y)).toBeLessThan(3);
    await expect(async () => {
      await ben.scrollTo(0);
      await expect(ben.message('Line 1.')).toBeInViewport({ timeout: 500 });
    }).toPass();
    await expect(ben.log.getByText('Today')).toBeVisible();
  });
});

test('a pill counts new messages below', async ({ browser }) => {
  const { a, b, ben } = await openReadChat(browser);
  const row = ben.message('Line 1.');
  await expect(async () => {
    await ben.scrollTo(0);
    await expect(row).toBeInViewport({ timeout: 500 });
  }).toPass();
  const before = (await row.boundingBox())!;
  await sendTextsByApi(a.page, b.name, ['New one']);
  await expect(b.page.getByRole('button', { name: '1 new message' })).toBeVisible();
  await sendTextsByApi(a.page, b.name, ['Newer one']);
  const pill = b.page.getByRole('button', { name: '2 new messages' });
  await expect(pill).toBeVisible();
  expect((await row.boundingBox())!.y).toBe(before.y);
  await pill.click();
  await expect(ben.message('Newer one')).toBeInViewport();
  await expect(pill).toBeHidden();
  await sendTextsByApi(a.page, b.name, ['Followed']);
  await expect(ben.message('Followed')).toBeInViewport();
});

test('the end of the chat stays in view while a member writes', async ({ browser }) => {
  const { b, ben } = await openReadChat(browser);

  await test.step('a sent message scrolls to the end', async () => {
    await ben.scrollTo(300);
    await expect(b.page.getByRole('button', { name: 'To the newest message' })).toBeVisible();
    await ben.write('My answer');
    await expect(ben.message('My answer')).toBeInViewport();
  });

  await test.step('a text of several lines covers no message', async () => {
    for (let line = 0; line < 4; line += 1) {
      await ben.box.press('x');
      await ben.box.press('Shift+Enter');
    }
    await expect.poll(async () => ben.distanceToEnd()).toBeLessThan(32);
    await expect(ben.message('My answer')).toBeInViewport();
  });
});

test('messages are read only once they are on screen', async ({ browser }) => {
  const [a, b] = [await newChatMember(browser), await newChatMember(browser)];
  await sendTextsByApi(b.page, a.name, ['My answer']);
  await sendTextsByApi(a.page, b.name, texts(40));
  const ann = await openChatWith(a.page, b.name);
  // This answer is above the new messages and still unread for its receiver.
  await a.page.getByRole('button', { name: 'To the newest message' }).click();
  const ben = await openChatWith(b.page, a.name);
  await expect(ben.log.getByText('New messages')).toBeInViewport();
  await expect(ben.message('Line 1.')).toBeInViewport();
  await expect(ann.deliveryStatus('Line 40.', 'Delivered')).toBeVisible();
  await b.page.getByRole('button', { name: 'To the newest message' }).click();
  await expect(ann.deliveryStatus('Line 40.', 'Read')).toBeVisible();
});

test('the jump to the newest message ends the scroll to the first unread one', async ({
  browser,
}) => {
  const [a, b] = [await newChatMember(browser), await newChatMember(browser)];
  await sendTextsByApi(a.page, b.name, texts(60));
  // A press as soon as the button exists. The rows are not measured then.
  await b.page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      const button = document.querySelector<HTMLElement>('[aria-label="To the newest message"]');
      if (!button) return;
      observer.disconnect();
      button.click();
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  const ben = await openChatWith(b.page, a.name);
  await expect(ben.message('Line 60.')).toBeInViewport();
  await expect(b.page.getByRole('button', { name: 'To the newest message' })).toHaveCount(0);
});
