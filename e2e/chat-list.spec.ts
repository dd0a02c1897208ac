import { expect, type Browser, type Page } from '@playwright/test';
import { readByApi, sayByApi, showByApi, userIdOf } from './chats.ts';
import { arrive, newName, signIn } from './people.ts';
import { inEveryTheme } from './themes.ts';
import { test } from './test.ts';

const desk = { viewport: { width: 1280, height: 900 } };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Somebody, and two who write to them by the API; what all three names begin with nobody else’s does. */
async function meet(browser: Browser, options = desk) {
  const token = newName('c');
  const name = `${token}_me`;
  const page = await arrive(browser, name, options);
  const [ann, ben] = [`${token}_ann`, `${token}_ben`];
  const annsPage = await arrive(browser, ann);
  const bensPage = await arrive(browser, ben);
  return {
    token,
    name,
    page,
    ann: { name: ann, page: annsPage },
    ben: { name: ben, page: bensPage },
  };
}

const entry = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Message' });
const rows = (page: Page) =>
  page.getByRole('list', { name: 'Conversations' }).getByRole('listitem');
const rowOf = (page: Page, username: string) => rows(page).filter({ hasText: username });
const panel = (page: Page) => page.getByRole('complementary', { name: 'Chat' });
const empty = (page: Page) => page.getByText('No conversations yet. Start a new message!');

async function expectUnread(page: Page, count: number): Promise<void> {
  await expect(entry(page)).toHaveAccessibleName(count ? `${count} unread, Message` : 'Message');
  await expect(page).toHaveTitle(count ? new RegExp(`^\\(${count}\\) `) : /^[^(]/);
}

/** The preference is the page’s owner’s. */
async function acceptNobody(page: Page): Promise<void> {
  const answer = await page.request.patch('/api/users/message-preference', {
    data: { messagePreference: 'no one' },
  });
  expect(answer.ok()).toBe(true);
}

test('from an empty list to a first chat: one recipient, found by name', async ({ browser }) => {
  const { token, name, page, ann, ben } = await meet(browser);
  await acceptNobody(ben.page);
  await page.goto('/home/message');
  await expect(empty(page)).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'New Message' }).last().click();
  const dialog = page.getByRole('dialog', { name: 'New Message' });
  const option = (username: string) =>
    dialog.getByRole('option', { name: new RegExp(`@${username}`) });
  const box = dialog.getByRole('combobox', { name: 'To' });
  const next = dialog.getByRole('button', { name: 'Next' });
  await expect(box).toBeFocused();
  await expect(dialog.getByText('Start typing to search for users.')).toBeVisible();
  await box.fill(' n ');
  await expect(dialog.getByText('Start typing to search for users.')).toBeVisible();
  await box.fill('qqqqqqqqqq');
  await expect(dialog.getByText('No users found.')).toBeVisible();
  await expect(next).toBeDisabled();

  await test.step('an error, and a second try; oneself is not to be found', async () => {
    const failing = '**/api/users/search?*';
    await page.route(failing, async (route) => route.abort());
    await box.fill(token);
    await expect(dialog.getByRole('alert')).toContainText('Error searching users');
    await page.unroute(failing);
    await dialog.getByRole('button', { name: 'Try again' }).click();
    for (const other of [ann, ben]) await expect(option(other.name)).toBeVisible();
    await expect(option(name)).toBeHidden();
  });

  const goTo = async (username: string) => {
    const id = (await option(username).getAttribute('id')) ?? '';
    await expect(async () => {
      await box.press('ArrowDown');
      expect(await box.getAttribute('aria-activedescendant')).toBe(id);
    }).toPass();
  };
  await test.step('by keyboard: picked, and no second one beside', async () => {
    await box.focus();
    await expect(box).toHaveAttribute('aria-expanded', 'true');
    await goTo(ben.name);
    await box.press('Enter');
    await expect(option(ben.name)).toHaveAttribute('aria-selected', 'true');
    await goTo(ann.name);
    await box.press('Enter');
    const notice = dialog.getByText('Only one user can be selected.');
    await expect(notice).toBeVisible();
    await expect(notice).toBeHidden({ timeout: 4_000 });
    await expect(option(ben.name)).toHaveAttribute('aria-selected', 'true');
    await expect(option(ann.name)).toHaveAttribute('aria-selected', 'false');
  });

  await test.step('who takes no messages is said before anything is written; nothing is lost', async () => {
    await next.click();
    await expect(dialog.getByRole('alert')).toHaveText(
      "This user doesn't accept messages from you.",
    );
    await expect(box).toHaveValue(token);
    await expect(option(ben.name)).toHaveAttribute('aria-selected', 'true');
  });

  await test.step('another one instead', async () => {
    await dialog.getByRole('button', { name: `Remove @${ben.name}` }).click();
    await expect(box).toBeFocused();
    await option(ann.name).click();
    await expect(dialog.getByText('accept messages')).toBeHidden();
    await next.click();
    await expect(dialog).toBeHidden();
    await expect(panel(page)).toContainText(`${ann.name} of Roost`);
    // Nothing was written yet, so it is in nobody's list.
    await expect(empty(page)).toBeVisible();
  });

  await test.step('the first message brings it into the list', async () => {
    await sayByApi(page, ann.name, 'Hello Ann');
    await expect(rowOf(page, ann.name)).toContainText('You: Hello Ann');
    await expect(rowOf(page, ann.name).getByRole('link')).toHaveAttribute('aria-current', 'true');
  });
});

test('the list follows what is written, and so do its badges in every tab', async ({ browser }) => {
  const { name, page, ann, ben } = await meet(browser);
  await page.goto('/home/message');
  await expect(empty(page)).toBeVisible();
  const second = await page.context().newPage();
  await second.goto('/home');
  await expectUnread(second, 0);

  await test.step('a new conversation, a second one above it, and the first on top again', async () => {
    await sayByApi(ann.page, name, 'First from Ann');
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText('First from Ann');
    await sayByApi(ben.page, name, 'First from Ben');
    await expect(rows(page).first()).toContainText('First from Ben');
    await expectUnread(page, 2);
    await expectUnread(second, 2);
    await showByApi(ann.page, name);
    await expect(rows(page).first()).toContainText(`${ann.name} of Roost`);
    await expect(rows(page).first()).toContainText('Image');
    await expect(rows(page).first().getByRole('link')).toHaveAccessibleName(/2 unread$/);
    await expectUnread(page, 2);
  });

  await test.step('people who have Roost in sight have a dot', async () => {
    await expect(rows(page).first().getByRole('img', { name: 'Online' })).toBeVisible();
  });

  await test.step('read in one tab, it is read in the other', async () => {
    await second.goto('/home/message');
    await expect(rowOf(second, ann.name).getByRole('link')).toHaveAccessibleName(/2 unread$/);
    const { conversationId } = await sayByApi(page, ann.name, 'Seen\n\nand answered');
    await expect(rowOf(page, ann.name)).toContainText('You: Seen and answered');
    await readByApi(page, conversationId);
    for (const tab of [page, second]) {
      await expect(rowOf(tab, ann.name).getByRole('link')).not.toHaveAccessibleName(/unread/);
      await expectUnread(tab, 1);
    }
  });

  await test.step('what notifications count is added in the title', async () => {
    await ann.page.request.post(`/api/follow/${await userIdOf(ann.page, name)}`);
    await expect(page).toHaveTitle(/^\(2\) /);
    await expect(entry(page)).toHaveAccessibleName('1 unread, Message');
  });

  await test.step('a block leaves what was said', async () => {
    await page.request.post(`/api/users/toogleblock/${await userIdOf(page, ben.name)}`);
    await page.reload();
    await expect(rowOf(page, ben.name)).toContainText('First from Ben');
  });
});

test('a conversation is deleted when that is meant, and comes back with what is new', async ({
  browser,
}) => {
  const { name, page, ann } = await meet(browser);
  await sayByApi(ann.page, name, 'Old words');
  await page.goto('/home/message');
  const second = await page.context().newPage();
  await second.goto('/home/message');
  const asked = page.getByRole('alertdialog', { name: 'Delete conversation' });
  const ask = async () => {
    await rowOf(page, ann.name).getByRole('button', { name: /^More/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Delete conversation' }).click();
  };
  await rowOf(page, ann.name).getByRole('link').click();
  await expect(panel(page)).toBeVisible();

  await ask();
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await expect(asked).toBeHidden();
  await expect(rowOf(page, ann.name)).toBeVisible();

  await test.step('one that could not be deleted is back, and that is said', async () => {
    await page.route('**/api/chat/conversations/*', async (route) =>
      route.request().method() === 'DELETE' ? route.abort() : route.fallback(),
    );
    await ask();
    await asked.getByRole('button', { name: 'Delete' }).click();
    await expect(page.locator('[data-toaster]')).toContainText('Roost can’t be reached');
    await expect(rowOf(page, ann.name)).toBeVisible();
    await page.unroute('**/api/chat/conversations/*');
  });

  await rowOf(page, ann.name).getByRole('link').click();
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

  await sayByApi(ann.page, name, 'New words');
  for (const tab of [page, second]) {
    await expect(rowOf(tab, ann.name)).toContainText('New words');
    await expect(rowOf(tab, ann.name).getByRole('link')).toHaveAccessibleName(/ 1 unread$/);
  }
});

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

test('a chat that is refused or can’t be, and messages that a logout would lose', async ({
  browser,
}) => {
  const { name, page, ann } = await meet(browser);
  await sayByApi(ann.page, name, 'Hello');
  await page.goto('/home/message');
  await expect(rowOf(page, ann.name)).toBeVisible();
  const annsId = await userIdOf(page, ann.name);
  const myId = await userIdOf(page, name);
  const box = panel(page).getByRole('textbox', { name: /^Message to/ });

  await test.step('who it is is known from the list, before the chat is there', async () => {
    const opened = new RegExp(`/api/chat/conversations/${annsId}$`);
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

  await test.step('toasts keep clear of where one writes', async () => {
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

  await test.step('a block by the other, and its end, show on coming back to the window', async () => {
    const toggle = async () => {
      const answer = await ann.page.request.post(`/api/users/toogleblock/${myId}`);
      expect(answer.ok()).toBe(true);
      await page.evaluate(() => dispatchEvent(new Event('focus')));
    };
    await toggle();
    await expect(panel(page)).toContainText("This user doesn't accept messages from you.");
    await expect(panel(page).getByRole('button', { name: 'Unblock' })).toBeHidden();
    await toggle();
    await expect(box).toBeVisible();
  });

  await test.step('an own one is called by its name, and can be ended there', async () => {
    const answer = await page.request.post(`/api/users/toogleblock/${annsId}`);
    expect(answer.ok()).toBe(true);
    await page.reload();
    await expect(panel(page)).toContainText(`You blocked @${ann.name}.`);
    await panel(page).getByRole('button', { name: 'Unblock' }).click();
    const dialog = page.getByRole('alertdialog', { name: `Unblock @${ann.name}` });
    await dialog.getByRole('button', { name: 'Unblock', exact: true }).click();
    await expect(box).toBeVisible();
  });

  await test.step('chats that can’t be are asked for once, and lead back', async () => {
    for (const [userId, words] of [
      ['nonsense', 'User not found.'],
      ['00000000-0000-4000-8000-000000000000', 'User not found.'],
      [myId, "You can't message yourself."],
    ] as const) {
      const asked: string[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith(`/conversations/${userId}`)) asked.push(request.url());
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

  await test.step('what is not sent yet is in the list, and asked about on leaving', async () => {
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

test('a list that could not be loaded, and its older part', async ({ browser }) => {
  const { name, page, ann, ben } = await meet(browser);
  await sayByApi(ben.page, name, 'The older');
  await sayByApi(ann.page, name, 'The newer');
  const lists = /\/api\/chat\/conversations(\?.*)?$/;
  const asked: string[] = [];
  // As the server would with more than a hundred: one at a time.
  await page.route(lists, async (route) => {
    const url = new URL(route.request().url());
    asked.push(url.search);
    url.searchParams.delete('cursor');
    const answer = await route.fetch({ url: url.href });
    const { status, data } = (await answer.json()) as { status: string; data: object[] };
    const [newer, older] = data;
    const isFirst = asked.at(-1) === '';
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
  await sayByApi(ben.page, name, 'Newest of all');
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText('Newest of all');

  await page.unroute(lists);
  await page.route(lists, async (route) => route.abort());
  // Within the page: one just loaded asks again by itself once it is connected.
  await page.goto('/home');
  await expect(page.getByRole('tab', { name: 'For you' })).toBeVisible();
  await page.waitForTimeout(500);
  await entry(page).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Roost can’t be reached');
  await page.unroute(lists);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rows(page)).toHaveCount(2);
});

for (const [size, options] of Object.entries({ desk, phone })) {
  test(`nothing serious for axe, ${size}`, async ({ browser }) => {
    test.setTimeout(300_000);
    const { token, name, page, ann, ben } = await meet(browser, options);
    await acceptNobody(ben.page);
    await page.goto('/home/message');
    await expect(empty(page)).toBeVisible();
    await inEveryTheme(page, 'no conversations');

    await page.getByRole('button', { name: 'New Message' }).first().click();
    await expect(page.getByText('Start typing')).toBeVisible();
    await inEveryTheme(page, 'new message');
    await page.getByRole('combobox', { name: 'To' }).fill(token);
    await page.getByRole('option', { name: new RegExp(ben.name) }).click();
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByText("This user doesn't accept messages from you.")).toBeVisible();
    await inEveryTheme(page, 'new message to somebody who takes none');
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(page.getByRole('dialog')).toBeHidden();

    await sayByApi(ann.page, name, 'Hello');
    await sayByApi(page, ann.name, 'Hello yourself');
    await sayByApi(ann.page, name, 'One more');
    await expect(rowOf(page, ann.name)).toContainText('One more');
    await inEveryTheme(page, 'conversations');
    await rowOf(page, ann.name).getByRole('button', { name: /^More/ }).click();
    await page.getByRole('menuitem', { name: 'Delete conversation' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await inEveryTheme(page, 'asked whether to delete');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('alertdialog')).toBeHidden();
    await rowOf(page, ann.name).getByRole('link').click();
    await expect(page.getByText(`${ann.name} of Roost`).last()).toBeVisible();
    await inEveryTheme(page, 'with an open chat');
    await page.goto(`/home/profile/${ann.name}`);
    await expect(page.getByRole('button', { name: 'Message', exact: true })).toBeVisible();
    await inEveryTheme(page, 'profile with the way to a chat');
  });
}
