import { expect } from '@playwright/test';
import * as notifications from '@roost/contract/notifications';
import { desktop, phone } from '../support/devices.ts';
import {
  entry,
  expectUnread,
  like,
  newMemberWithFans,
  repost,
  rows,
  tab,
} from '../support/notifications.ts';
import { connect, newMember, newName, writeComment, writePost } from '../support/members.ts';
import { pullDown } from '../support/scrolling.ts';
import { appearance, checkAccessibility } from '../support/accessibility.ts';
import { test } from '../support/test.ts';
import { variants } from '../support/matrix.ts';
import { follow } from '../support/api.ts';
import { urlOf } from '../support/endpoint-urls.ts';

test('one, a group or all notifications can be read and deleted, in every tab', async ({
  browser,
}) => {
  const { page, people } = await newMemberWithFans(browser, desktop, 3);
  const post = await writePost(page, 'Loved');
  const other = await writePost(page, 'Also loved');
  for (const fan of people) await like(fan, post);
  await like(people[0]!, other);
  await page.goto('/home/noti');
  const second = await page.context().newPage();
  await second.goto('/home/noti');
  const group = rows(page).filter({ hasText: 'and 1 other liked your post.' });
  await expect(group).toHaveCount(1);
  await expect(rows(second)).toHaveCount(2);
  // As many as there are unread rows.
  await expectUnread(page, 2);

  await group.getByRole('button', { name: 'Mark as read' }).click();
  await expectUnread(page, 1);
  await expect(group.getByRole('button', { name: 'Mark as read' })).toBeHidden();
  await expectUnread(second, 1);

  await group.getByRole('button', { name: 'Delete' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(second)).toHaveCount(1);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);

  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expectUnread(page, 0);
  await expectUnread(second, 0);
  await page.getByRole('button', { name: 'Delete all' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Delete all' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete all' }).click();
  await expect(page.getByText('No notifications', { exact: true })).toBeVisible();
  await expect(second.getByText('No notifications', { exact: true })).toBeVisible();
});

test('a failed deletion restores the row and shows a toast', async ({ browser }) => {
  const { page, people } = await newMemberWithFans(browser, desktop, 1);
  await like(people[0]!, await writePost(page, 'Loved'));
  await page.goto('/home/noti');
  await expect(rows(page)).toHaveCount(1);
  await page.route(
    urlOf(notifications.deleteGroup, notifications.deleteNotification),
    async (route) => (route.request().method() === 'DELETE' ? route.abort() : route.fallback()),
  );
  await rows(page).getByRole('button', { name: 'Delete' }).click();
  await expect(page.locator('[data-toaster]')).toContainText('Roost can’t be reached');
  await expect(rows(page)).toHaveCount(1);
  await expectUnread(page, 1);
});

test('the URL holds the page number, and a failed load can be retried', async ({ browser }) => {
  const { name, page, people } = await newMemberWithFans(browser, desktop, 1);
  const fan = people[0]!;
  for (let n = 0; n < 22; n += 1) await writePost(fan, `Number ${n} for @${name}`);
  await connect(page, async () => page.goto('/home/noti'));
  await expect(rows(page)).toHaveCount(20);
  await expect(page.getByText('Page 1 of 2')).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Page 2 of 2')).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  await expect(page).toHaveURL(/page=2/);

  await test.step('a new notification does not change the second page', async () => {
    await writePost(fan, `One more for @${name}`);
    await expectUnread(page, 23);
    await expect(rows(page)).toHaveCount(2);
  });

  await test.step('a page number beyond the last leads to the last page', async () => {
    await page.goto('/home/noti?tab=mentions&page=9');
    await expect(page.getByText('Page 2 of 2')).toBeVisible();
    await expect(tab(page, 'Mentions')).toHaveAttribute('aria-selected', 'true');
    await expect(rows(page, 'Mentions')).toHaveCount(3);
  });

  await test.step('a failed load can be retried', async () => {
    const failing = urlOf(notifications.listNotifications);
    await page.route(failing, async (route) => route.abort());
    // The test navigates within the page, because a new page loads the list again after it connects.
    await tab(page, 'All').click();
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Roost can’t be reached');
    await page.unroute(failing);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(rows(page)).toHaveCount(20);
  });
});

test('preferences apply per kind or to all, and errors are shown', async ({ browser }) => {
  const { page, people } = await newMemberWithFans(browser, desktop, 1);
  const post = await writePost(page, 'Quiet please');
  const drawer = page.getByRole('dialog', { name: 'Notification settings' });
  const open = async () => page.getByRole('button', { name: 'Notification settings' }).click();
  const choose = async (what: string, whom: string) =>
    drawer.getByRole('radiogroup', { name: what }).getByRole('radio', { name: whom }).check();
  await page.goto('/home/noti');

  const failing = urlOf(notifications.getNotificationPreferences);
  await page.route(failing, async (route) => route.abort());
  await open();
  await expect(drawer.getByText('Failed to load preferences')).toBeVisible();
  await page.unroute(failing);
  await drawer.getByRole('button', { name: 'Try again' }).click();
  await choose('Likes', 'No one');
  await page.route(failing, async (route) => route.abort());
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(drawer.getByText('Save failed', { exact: true })).toBeVisible();
  await expect(drawer.getByText(/^Roost can’t be reached/)).toBeVisible();
  await page.unroute(failing);
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(drawer.getByText('Saved')).toBeVisible();
  await expect(drawer).toBeHidden();

  await like(people[0]!, post);
  await writeComment(people[0]!, post, 'But a word');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('replied to you');

  await open();
  await expect(
    drawer.getByRole('radiogroup', { name: 'Likes' }).getByRole('radio', { name: 'No one' }),
  ).toBeChecked();
  await choose('All notifications', 'No one');
  for (const radio of await drawer
    .getByRole('radiogroup', { name: /Likes|Comments|Mentions|Reposts|New followers/ })
    .getByRole('radio')
    .all())
    await expect(radio).toBeDisabled();
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(drawer).toBeHidden();
  await repost(people[0]!, post);
  await writeComment(people[0]!, post, 'Nobody is told of this');
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
});

test('a blocked member leaves the list at once', async ({ browser }) => {
  const { page, people } = await newMemberWithFans(browser, desktop, 2);
  const post = await writePost(page, 'Hello all');
  for (const fan of people) await writeComment(fan, post, `From ${fan.name}`);
  await page.goto('/home/noti');
  await expect(rows(page)).toHaveCount(2);
  await rows(page)
    .getByRole('link', { name: new RegExp(people[0]!.name) })
    .click();
  await page.getByRole('main').getByRole('button', { name: 'More' }).last().click();
  await page.getByRole('menuitem', { name: 'Block' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block', exact: true }).click();
  await expectUnread(page, 1);
  await entry(page).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(people[1]!.name);
});

for (const device of variants(desktop, phone)) {
  test(
    `notification screens are accessible, ${device.viewport.width} wide`,
    appearance,
    async ({ browser }) => {
      test.slow();
      const { name: owner, page, people } = await newMemberWithFans(browser, device, 2);
      await page.goto('/home/noti');
      await expect(page.getByText('No notifications', { exact: true })).toBeVisible();
      await checkAccessibility(page, 'no notifications');
      const post = await writePost(page, 'A post of mine with a few words');
      for (const fan of people) await like(fan, post);
      await repost(people[0]!, post);
      await follow(people[1]!, owner);
      await writeComment(people[1]!, post, 'A comment');
      for (let n = 0; n < 18; n += 1) await writePost(people[0]!, `Number ${n} for @${owner}`);
      await expectUnread(page, 22);
      await rows(page).first().getByRole('button', { name: 'Mark as read' }).click();
      await expectUnread(page, 21);
      await expect(page.getByText('Page 1 of 2')).toBeVisible();
      await checkAccessibility(page, 'notifications');
      await page.getByRole('button', { name: 'Next' }).click();
      await expect(page.getByText('Page 2 of 2')).toBeVisible();
      await expect(rows(page).first()).toBeVisible();
      await checkAccessibility(page, 'second page');
      await page.getByRole('button', { name: 'Notification settings' }).click();
      const drawer = page.getByRole('dialog', { name: 'Notification settings' });
      const all = drawer.getByRole('radiogroup', { name: 'All notifications' });
      await expect(all).toBeVisible();
      await checkAccessibility(page, 'preferences');
      await all.getByRole('radio', { name: 'No one' }).check();
      await checkAccessibility(page, 'preferences, none');
    },
  );
}

test('a touch screen pulls the list down to refresh it', async ({ browser }) => {
  const page = await newMember(browser, newName('pull'), phone);
  await connect(page, async () => page.goto('/home/noti'));
  await expect(page.getByText('No notifications')).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (urlOf(notifications.listNotifications).test(request.url())) asked.push(request.url());
  });
  await pullDown(page, 60);
  const answered = page.waitForResponse(urlOf(notifications.listNotifications));
  await pullDown(page, 180);
  await answered;
  await expect(page.getByText('Refreshing…')).toHaveCount(0);
  expect(asked, 'by the long pull only').toHaveLength(1);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});
