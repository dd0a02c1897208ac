import { expect } from '@playwright/test';
import { newChatMembers, panel, rowOf } from '../support/chat-screens.ts';
import { sendTextByApi } from '../support/chat-api.ts';
import { test } from '../support/test.ts';

const widths = [1024, 1280, 1600];

test('on Messages the list is narrow and the conversation fills the rest', async ({ browser }) => {
  const { name, page, ann } = await newChatMembers(browser);
  await sendTextByApi(ann, name, 'Hello');
  const main = page.getByRole('main');
  const nobody = page.getByText('Choose a conversation to read it here.');
  const positions = async () =>
    page.evaluate(() => {
      const position = (selector: string) =>
        document.querySelector(selector)?.getBoundingClientRect().toJSON() as DOMRect;
      const { clientWidth } = document.documentElement;
      return { list: position('main'), chat: position('[data-chat-column]'), clientWidth };
    });

  for (const width of widths)
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/home/message');
      await expect(rowOf(page, ann.name)).toBeVisible();
      await expect(nobody).toBeVisible();
      await expect(page.getByText('Who to follow')).toBeHidden();
      const before = await positions();
      await rowOf(page, ann.name).getByRole('link').click();
      await expect(panel(page)).toContainText(`${ann.name} of Roost`);
      await expect(nobody).toBeHidden();
      const { list, chat, clientWidth } = await positions();
      expect(list).toEqual(before.list);
      expect(chat).toEqual(before.chat);
      expect(list.width).toBeGreaterThanOrEqual(320);
      expect(list.width).toBeLessThanOrEqual(400);
      expect(chat.left).toBe(list.right);
      expect(chat.right).toBe(clientWidth);
      expect(chat.width).toBeGreaterThan(list.width);
      await panel(page).getByRole('button', { name: 'Close chat' }).click();
      await expect(nobody).toBeVisible();
    });

  await test.step('a chat beside another page is narrow and does not move that page', async () => {
    await rowOf(page, ann.name).getByRole('link').click();
    await expect(panel(page)).toBeVisible();
    const rail = page.getByRole('navigation', { name: 'Main' });
    const position = await rail.boundingBox();
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await expect(page.getByRole('tab', { name: 'For you' })).toBeVisible();
    expect(await rail.boundingBox()).toEqual(position);
    expect((await main.boundingBox())?.width).toBe(600);
    expect((await panel(page).boundingBox())?.width).toBe(340);
  });

  await test.step('below 1024 px a chat is a page of its own', async () => {
    await page.setViewportSize({ width: 768, height: 900 });
    await page.goto('/home/message');
    await rowOf(page, ann.name).getByRole('link').click();
    await expect(main).toContainText(`${ann.name} of Roost`);
    await expect(rowOf(page, ann.name)).toBeHidden();
  });
});
