import { expect } from '@playwright/test';
import {
  acceptNobody,
  empty,
  entry,
  expectUnread,
  meet,
  panel,
  rowOf,
  rows,
} from './chat-screens.ts';
import { readByApi, sayByApi, showByApi, userIdOf } from './chats.ts';
import { desk, phone } from './devices.ts';
import { connect } from './people.ts';
import { test } from './test.ts';
import { inEveryTheme, looks } from './themes.ts';

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
  await connect(page, async () => page.goto('/home'));
  await entry(page).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Roost can’t be reached');
  await page.unroute(lists);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rows(page)).toHaveCount(2);
});

for (const [size, options] of Object.entries({ desk, phone })) {
  test(`nothing serious for axe, ${size}`, looks, async ({ browser }) => {
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
