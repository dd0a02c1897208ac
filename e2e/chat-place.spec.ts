import { expect } from '@playwright/test';
import { empty, entry, meet, panel, rowOf } from './chat-screens.ts';
import { sayByApi, userIdOf } from './chats.ts';
import { desk, phone } from './devices.ts';
import { signIn } from './people.ts';
import { test } from './test.ts';

test('wide: the chat stays beside all pages until it is closed', async ({ browser }) => {
  const { name, page, ann, ben } = await meet(browser);
  await sayByApi(ann.page, name, 'Hello');
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

  await test.step('another one by its button on a profile', async () => {
    await page.goto(`/home/profile/${ben.name}`);
    await expect(panel(page)).toContainText(ann.name);
    await page.getByRole('button', { name: 'Message', exact: true }).click();
    await expect(panel(page)).toContainText(`${ben.name} of Roost`);
    await expect(page).toHaveURL(new RegExp(`/home/profile/${ben.name}$`));
  });

  await test.step('the keyboard is in the chat that was asked for', async () => {
    await expect
      .poll(async () => panel(page).evaluate((node) => node.contains(document.activeElement)))
      .toBe(true);
  });

  await test.step('a narrower window makes it a page, a wider one a panel again', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page).toHaveURL(/\/home\/message\?with=/);
    await expect(page.getByRole('main')).toContainText(`${ben.name} of Roost`);
    await page.setViewportSize(desk.viewport);
    await expect(panel(page)).toContainText(`${ben.name} of Roost`);
    await expect(rowOf(page, ann.name)).toBeVisible();
  });

  await test.step('an address opens it too', async () => {
    await page.goto(`/home/message?with=${await userIdOf(page, ann.name)}`);
    await expect(panel(page)).toContainText(`${ann.name} of Roost`);
    await expect(page).toHaveURL(/\/home\/message$/);
  });

  await rowOf(page, ann.name).getByRole('link').focus();
  await page.keyboard.press('Enter');
  await expect(panel(page)).toBeVisible();
  await panel(page).getByRole('button', { name: 'Close chat' }).click();
  await expect(panel(page)).toBeHidden();
  await expect(rowOf(page, ann.name).getByRole('link')).toBeFocused();
  await expect(page.getByText('Who to follow')).toBeVisible();
  await page.reload();
  await expect(rowOf(page, ann.name)).toBeVisible();
  await expect(panel(page)).toBeHidden();

  await test.step('nothing of it is left for whoever signs in next', async () => {
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
});

test('a chat that comes late takes the keyboard only where nobody went on', async ({ browser }) => {
  const { name, page, ann, ben } = await meet(browser);
  for (const other of [ann, ben]) await sayByApi(other.page, name, 'Hello');
  const written = panel(page).getByRole('textbox', { name: /^Message to/ });
  await page.goto('/home/message');
  let goOn = () => {};
  const hold = async () => {
    const held = new Promise<void>((resolve) => (goOn = resolve));
    await page.route('**/api/chat/conversations/*', async (route) => {
      await held;
      await route.continue();
    });
  };

  await test.step('asked for, and waited for', async () => {
    await hold();
    await rowOf(page, ann.name).getByRole('link').click();
    await expect(panel(page)).toBeFocused();
    goOn();
    await expect(written).toBeFocused();
  });

  await test.step('another, from the list, while the first is open', async () => {
    await rowOf(page, ben.name).getByRole('link').click();
    await expect(panel(page)).toContainText(`${ben.name} of Roost`);
    await expect(written).toBeFocused();
  });

  await test.step('something else is being written meanwhile', async () => {
    await page.goto('/home');
    await expect(written).toBeVisible();
    await hold();
    await page.reload();
    const post = page.getByRole('main').getByRole('textbox', { name: 'Post text' });
    await post.pressSequentially('What is meant ');
    goOn();
    await expect(written).toBeVisible();
    await page.keyboard.type('for all');
    await expect(post).toHaveValue('What is meant for all');
    await expect(written).toHaveValue('');
  });
});

test('on phones an open chat is as large as what a keyboard leaves, and where it is', async ({
  browser,
}) => {
  const { name, page, ann } = await meet(browser, phone);
  await sayByApi(ann.page, name, 'Hello');
  await page.goto(`/home/message?with=${await userIdOf(page, ann.name)}`);
  await expect(page.getByRole('textbox', { name: /^Message to/ })).toBeVisible();
  const place = async () => page.locator('[data-chat-page]').boundingBox();
  const { width, height } = phone.viewport;
  await expect.poll(place).toEqual({ x: 0, y: 0, width, height });

  // As Safari tells of a keyboard: the window stays as it is, and what is seen of it is less and further down.
  const show = async (seen: { offsetTop: number; height: number }) =>
    page.evaluate((values) => {
      const view = window.visualViewport;
      for (const [key, value] of Object.entries(values))
        Object.defineProperty(view, key, { value, configurable: true });
      view?.dispatchEvent(new Event('resize'));
    }, seen);
  await show({ offsetTop: 290, height: 508 });
  await expect.poll(place).toEqual({ x: 0, y: 290, width, height: 508 });
  await expect(page.getByRole('button', { name: 'Back' })).toBeInViewport();
  await show({ offsetTop: 0, height });
  await expect.poll(place).toEqual({ x: 0, y: 0, width, height });
});

test('on phones a chat is a page of its own, and Back leaves it', async ({ browser }) => {
  const { name, page, ann, ben } = await meet(browser, phone);
  await sayByApi(ann.page, name, 'Hello');
  const bar = page.locator('[data-bottom-bar]');
  await expect(bar.getByRole('link')).toHaveCount(5);
  await entry(page).tap();
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

  await test.step('opened by its address, Back goes to the list', async () => {
    const own = await page.context().newPage();
    await own.goto(`/home/message?with=${await userIdOf(page, ann.name)}`);
    await own.getByRole('button', { name: 'Back' }).tap();
    await expect(rowOf(own, ann.name)).toBeVisible();
    await own.close();
  });

  await test.step('from a profile and back to it', async () => {
    await page.goto(`/home/profile/${ben.name}`);
    await page.getByRole('button', { name: 'Message', exact: true }).tap();
    await expect(page.getByRole('main')).toContainText(`${ben.name} of Roost`);
    await page.getByRole('button', { name: 'Back' }).tap();
    await expect(page).toHaveURL(new RegExp(`/home/profile/${ben.name}$`));
  });

  await test.step('from a new message’s sheet, whose step of the history is gone', async () => {
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

  await test.step('Message in the bar leads to the list, not to the chat left before', async () => {
    await entry(page).tap();
    await expect(rowOf(page, ann.name)).toBeVisible();
  });
});
