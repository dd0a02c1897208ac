import { expect } from '@playwright/test';
import * as chat from '@roost/contract/chat';
import { empty, entry, newChatMembers, panel, rowOf } from '../support/chat-screens.ts';
import { sendTextByApi } from '../support/chat-api.ts';
import { desktop, phone } from '../support/devices.ts';
import { signIn } from '../support/members.ts';
import { openChatWith } from '../support/open-chat.ts';
import { test } from '../support/test.ts';
import { userIdOf } from '../support/api.ts';
import { holdRequests } from '../support/held-requests.ts';
import { urlOf } from '../support/endpoint-urls.ts';

test('on wide screens the chat stays beside every page until it is closed', async ({ browser }) => {
  const { name, page, ann } = await newChatMembers(browser);
  await sendTextByApi(ann, name, 'Hello');
  await page.goto('/home/message');
  await rowOf(page, ann.name).getByRole('link').click();
  await expect(panel(page)).toContainText(`${ann.name} of Roost`);
  await expect(page).toHaveURL(/\/home\/message$/);
  await expect(rowOf(page, ann.name).getByRole('link')).toHaveAttribute('aria-current', 'true');
  await expect(page.getByText('Who to follow')).toBeHidden();

  await page.getByRole('link', { name: 'Explore' }).click();
  await expect(page).toHaveURL(/\/home\/search/);
  await expect(panel(page)).toContainText(`${ann.name} of Roost`);
  await page.reload();
  await expect(panel(page)).toContainText(`${ann.name} of Roost`);
  await expect(panel(page).getByRole('textbox')).toBeVisible();
  // The keys belong to the page.
  await expect(page.locator('body')).toBeFocused();

  await page.goto(`/home/message?with=${await userIdOf(page, ann.name)}`);
  await expect(panel(page)).toContainText(`${ann.name} of Roost`);
  await expect(page).toHaveURL(/\/home\/message$/);

  await rowOf(page, ann.name).getByRole('link').focus();
  await page.keyboard.press('Enter');
  await expect(panel(page)).toBeVisible();
  await panel(page).getByRole('button', { name: 'Close chat' }).click();
  await expect(panel(page)).toBeHidden();
  await expect(rowOf(page, ann.name).getByRole('link')).toBeFocused();
  await expect(page.getByText('Choose a conversation to read it here.')).toBeVisible();
  await page.reload();
  await expect(rowOf(page, ann.name)).toBeVisible();
  await expect(panel(page)).toBeHidden();
});

test('Escape closes the panel, and it stays closed', async ({ browser }) => {
  const { name, page, ann } = await newChatMembers(browser);
  await sendTextByApi(ann, name, 'Hello');
  await page.goto('/home/message');
  const link = rowOf(page, ann.name).getByRole('link');
  await link.click();
  await expect(panel(page)).toContainText('Hello');
  await panel(page).getByRole('textbox').fill('Half a thought');

  await test.step('not while a menu is open', async () => {
    await panel(page).getByText('Hello').hover();
    await panel(page).getByRole('button', { name: 'Message actions' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(panel(page)).toBeVisible();
  });
  await panel(page).getByRole('textbox').focus();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(link).toBeFocused();
  await page.reload();
  await expect(link).toBeVisible();
  await expect(panel(page)).toBeHidden();
  await link.click();
  await expect(panel(page).getByRole('textbox')).toHaveValue('Half a thought');
});

test('the Message button of a profile opens another chat', async ({ browser }) => {
  const { name, page, ann, ben } = await newChatMembers(browser);
  await sendTextByApi(ann, name, 'Hello');
  await openChatWith(page, ann.name);
  await expect(panel(page)).toContainText(ann.name);
  await page.goto(`/home/profile/${ben.name}`);
  await expect(panel(page)).toContainText(ann.name);
  await page.getByRole('button', { name: 'Message', exact: true }).click();
  await expect(panel(page)).toContainText(`${ben.name} of Roost`);
  await expect(page).toHaveURL(new RegExp(`/home/profile/${ben.name}$`));
  await expect
    .poll(async () => panel(page).evaluate((node) => node.contains(document.activeElement)))
    .toBe(true);
});

test('the chat is a page in a narrow window and a panel in a wide one', async ({ browser }) => {
  const { name, page, ann } = await newChatMembers(browser);
  await sendTextByApi(ann, name, 'Hello');
  await page.goto(`/home/profile/${ann.name}`);
  await page.getByRole('button', { name: 'Message', exact: true }).click();
  await expect(panel(page)).toContainText(`${ann.name} of Roost`);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page).toHaveURL(/\/home\/message\?with=/);
  await expect(page.getByRole('main')).toContainText(`${ann.name} of Roost`);
  await page.setViewportSize(desktop.viewport);
  await expect(panel(page)).toContainText(`${ann.name} of Roost`);
  await expect(rowOf(page, ann.name)).toBeVisible();
});

test('the next member to sign in sees no chat of the former one', async ({ browser }) => {
  const { name, page, ann, ben } = await newChatMembers(browser);
  await sendTextByApi(ann, name, 'Hello');
  await page.goto('/home/message');
  await rowOf(page, ann.name).getByRole('link').click();
  await expect(panel(page)).toBeVisible();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL('**/login');
  await signIn(page, ben.name);
  await expect(page.getByRole('tab', { name: 'For you' })).toBeVisible();
  await expect(panel(page)).toBeHidden();
  await entry(page).click();
  await expect(empty(page)).toBeVisible();
});

test('the panel names the other member before the chat has loaded', async ({ browser }) => {
  const { name, page, ann } = await newChatMembers(browser);
  await sendTextByApi(ann, name, 'Hello');
  await page.goto('/home/message');
  await expect(rowOf(page, ann.name)).toBeVisible();
  const release = await holdRequests(page, urlOf(chat.openConversation));
  await rowOf(page, ann.name).getByRole('link').click();
  await expect(panel(page)).toContainText(`${ann.name} of Roost`);
  await expect(panel(page).getByText('Loading messages')).toBeAttached();
  release();
  await expect(panel(page).getByRole('textbox', { name: /^Message to/ })).toBeVisible();
});

test('toasts do not cover the message box', async ({ browser }) => {
  const { page, ann } = await newChatMembers(browser);
  const { box } = await openChatWith(page, ann.name);
  await expect(box).toBeVisible();
  const gap = async () =>
    page.evaluate(() => {
      const edge = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
      return (edge('[data-composer]')?.top ?? 0) - (edge('[data-toaster]')?.bottom ?? Infinity);
    });
  await expect.poll(gap).toBeGreaterThanOrEqual(0);
  await box.fill('One\nTwo\nThree\nFour');
  await expect.poll(gap).toBeGreaterThanOrEqual(0);
});

test('a chat that loads slowly takes the focus', async ({ browser }) => {
  const { name, page, ann, ben } = await newChatMembers(browser);
  for (const other of [ann, ben]) await sendTextByApi(other, name, 'Hello');
  const written = panel(page).getByRole('textbox', { name: /^Message to/ });
  await page.goto('/home/message');
  const hold = async () => holdRequests(page, urlOf(chat.openConversation));

  await test.step('the focus moves to the chat that was opened', async () => {
    const release = await hold();
    await rowOf(page, ann.name).getByRole('link').click();
    await expect(panel(page)).toBeFocused();
    release();
    await expect(written).toBeFocused();
  });

  await test.step('the focus moves to a second chat from the list', async () => {
    await rowOf(page, ben.name).getByRole('link').click();
    await expect(panel(page)).toContainText(`${ben.name} of Roost`);
    await expect(written).toBeFocused();
  });
});

test('a chat that loads slowly leaves the focus in a post', async ({ browser }) => {
  const { name, page, ann } = await newChatMembers(browser);
  await sendTextByApi(ann, name, 'Hello');
  const written = panel(page).getByRole('textbox', { name: /^Message to/ });
  await openChatWith(page, ann.name);
  await expect(written).toBeVisible();
  const release = await holdRequests(page, urlOf(chat.openConversation));
  await page.goto('/home');
  const post = page.getByRole('main').getByRole('textbox', { name: 'Post text' });
  await post.pressSequentially('What is meant ');
  release();
  await expect(written).toBeVisible();
  await page.keyboard.type('for all');
  await expect(post).toHaveValue('What is meant for all');
  await expect(written).toHaveValue('');
});

test('on phones an open chat fits the area above the keyboard', async ({ browser }) => {
  const { name, page, ann } = await newChatMembers(browser, phone);
  await sendTextByApi(ann, name, 'Hello');
  await page.goto(`/home/message?with=${await userIdOf(page, ann.name)}`);
  await expect(page.getByRole('textbox', { name: /^Message to/ })).toBeVisible();
  const position = async () => page.locator('[data-chat-page]').boundingBox();
  const { width, height } = phone.viewport;
  await expect.poll(position).toEqual({ x: 0, y: 0, width, height });

  // Safari keeps the window size when a keyboard opens. It makes the visual viewport smaller and moves it down.
  const show = async (seen: { offsetTop: number; height: number }) =>
    page.evaluate((values) => {
      const view = window.visualViewport;
      for (const [key, value] of Object.entries(values))
        Object.defineProperty(view, key, { value, configurable: true });
      view?.dispatchEvent(new Event('resize'));
    }, seen);
  await show({ offsetTop: 290, height: 508 });
  await expect.poll(position).toEqual({ x: 0, y: 290, width, height: 508 });
  await expect(page.getByRole('button', { name: 'Back' })).toBeInViewport();
  await show({ offsetTop: 0, height });
  await expect.poll(position).toEqual({ x: 0, y: 0, width, height });
});

test('on phones a chat is a page, and Back leaves it', async ({ browser }) => {
  const { name, page, ann } = await newChatMembers(browser, phone);
  await sendTextByApi(ann, name, 'Hello');
  const bar = page.locator('[data-bottom-bar]');
  await page.goto('/home');
  await expect(bar.getByRole('link')).toHaveCount(5);
  await entry(page).tap();
  await expect(rowOf(page, ann.name)).toBeVisible();
  await rowOf(page, ann.name).getByRole('link').tap();
  await expect(page).toHaveURL(/\?with=/);
  await expect(page.getByRole('main')).toContainText(`${ann.name} of Roost`);
  await expect(bar).toBeHidden();
  await expect(page.getByRole('button', { name: 'Post', exact: true })).toBeHidden();
  await page.goBack();
  await expect(rowOf(page, ann.name).getByRole('link')).toBeFocused();
  await expect(bar).toBeVisible();

  await rowOf(page, ann.name).getByRole('link').tap();
  await page.getByRole('button', { name: 'Back' }).tap();
  await expect(page).toHaveURL(/\/home\/message$/);
  await page.goForward();
  await expect(page.getByRole('main')).toContainText(`${ann.name} of Roost`);
  await page.reload();
  await expect(page.getByRole('main')).toContainText(`${ann.name} of Roost`);
});

test('on phones Back leads to where the chat was opened', async ({ browser }) => {
  const { name, page, ann, ben } = await newChatMembers(browser, phone);
  await sendTextByApi(ann, name, 'Hello');

  await test.step('a URL leads back to the list', async () => {
    await page.goto(`/home/message?with=${await userIdOf(page, ann.name)}`);
    await page.getByRole('button', { name: 'Back' }).tap();
    await expect(rowOf(page, ann.name)).toBeVisible();
  });

  await test.step('the Message button leads back to the profile', async () => {
    await page.goto(`/home/profile/${ben.name}`);
    await page.getByRole('button', { name: 'Message', exact: true }).tap();
    await expect(page.getByRole('main')).toContainText(`${ben.name} of Roost`);
    await page.getByRole('button', { name: 'Back' }).tap();
    await expect(page).toHaveURL(new RegExp(`/home/profile/${ben.name}$`));
  });

  await test.step('New Message leaves no history entry of its dialog', async () => {
    await entry(page).tap();
    await page.getByRole('button', { name: 'New Message' }).tap();
    await page.getByRole('combobox', { name: 'To' }).fill(ben.name);
    await page.getByRole('option').tap();
    await page.getByRole('button', { name: 'Next' }).tap();
    await expect(page).toHaveURL(/\?with=/);
    await expect(page.getByRole('main')).toContainText(`${ben.name} of Roost`);
    await page.goBack();
    await expect(page).toHaveURL(/\/home\/message$/);
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`/home/profile/${ben.name}$`));
  });
});
