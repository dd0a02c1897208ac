import { expect, type Locator } from '@playwright/test';
import { desktop, phone } from '../support/devices.ts';
import { expectUnread, like, newMemberWithFans, rows, tab } from '../support/notifications.ts';
import { writeComment, writePost } from '../support/members.ts';
import { test } from '../support/test.ts';
import { follow } from '../support/api.ts';

const opacityOf = async (row: Locator) =>
  row
    .getByRole('button', { name: 'Delete' })
    .evaluate((button) => getComputedStyle(button.parentElement!).opacity);

test('rows are in sections by day, and a tab has only people whom the owner follows', async ({
  browser,
}) => {
  const { page, people } = await newMemberWithFans(browser, desktop, 2);
  const [followed, stranger] = people as [(typeof people)[0], (typeof people)[0]];
  const post = await writePost(page, 'Loved');
  await follow(page, followed.name);
  await writeComment(stranger, post, 'By a stranger');
  await writeComment(followed, post, 'By a friend');
  await page.goto('/home/noti');
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Yesterday' })).toHaveCount(0);
  await expect(rows(page)).toHaveCount(2);
  await tab(page, 'Following').click();
  const shown = rows(page, 'By people you follow');
  await expect(shown).toHaveCount(1);
  await expect(shown).toContainText('By a friend');
  await expect(page).toHaveURL(/tab=following/);
  await page.reload();
  await expect(shown).toHaveCount(1);
});

test('buttons appear under the mouse and with the focus, and a muted thread stays silent', async ({
  browser,
}) => {
  const { page, people } = await newMemberWithFans(browser, desktop, 1);
  const fan = people[0]!;
  const post = await writePost(page, 'Loved');
  await writeComment(fan, post, 'First');
  await page.goto('/home/noti');
  const row = rows(page).first();
  await expect(row).toBeVisible();
  expect(await opacityOf(row)).toBe('0');
  await row.hover();
  await expect.poll(async () => opacityOf(row)).toBe('1');
  await page.mouse.move(0, 0);
  await expect.poll(async () => opacityOf(row)).toBe('0');
  await row.getByRole('button', { name: 'Delete' }).focus();
  await expect.poll(async () => opacityOf(row)).toBe('1');

  await row.getByRole('button', { name: 'Mute this thread' }).click();
  const toaster = page.locator('[data-toaster]');
  await expect(toaster).toContainText('You get no more notifications of this thread.');
  await writeComment(fan, post, 'Nobody hears this');
  // The server sends this one later, so the one before has had its time.
  await like(fan, await writePost(page, 'Another'));
  await expect(rows(page)).toHaveCount(2);
  await expectUnread(page, 2);

  await toaster.getByRole('button', { name: 'Undo' }).click();
  await expect(toaster).toContainText('You get notifications of this thread again.');
  await writeComment(fan, post, 'Heard again');
  await expect(rows(page)).toHaveCount(3);
});

test('on phones a swipe shows the buttons of a row', async ({ browser }) => {
  const { page, people } = await newMemberWithFans(browser, phone, 1);
  await like(people[0]!, await writePost(page, 'Loved'));
  await page.goto('/home/noti');
  const row = rows(page).first();
  const remove = row.getByRole('button', { name: 'Delete' });
  await expect(row).toBeVisible();
  await expect(remove).not.toBeInViewport();
  const { y, width, height } = (await row.boundingBox())!;
  const client = await page.context().newCDPSession(page);
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: x === undefined ? [] : [{ x, y: y + height / 2 }],
    });
  const start = width - 40;
  await touch('touchStart', start);
  for (let moved = 10; moved <= 160; moved += 10) await touch('touchMove', start - moved);
  await touch('touchEnd');
  await expect(remove).toBeInViewport({ ratio: 1 });
  await expect(row.getByRole('button', { name: 'More' })).toHaveAttribute('aria-expanded', 'true');
  await remove.tap();
  await expect(page.getByText('No notifications', { exact: true })).toBeVisible();
});

test('on phones a press shows and hides the buttons of a row, too', async ({ browser }) => {
  const { page, people } = await newMemberWithFans(browser, phone, 1);
  await like(people[0]!, await writePost(page, 'Loved'));
  await page.goto('/home/noti');
  const row = rows(page).first();
  const remove = row.getByRole('button', { name: 'Delete' });
  const more = row.getByRole('button', { name: 'More' });
  await expect(remove).not.toBeInViewport();
  await expect(more).toHaveAttribute('aria-expanded', 'false');
  await more.tap();
  await expect(remove).toBeInViewport({ ratio: 1 });
  await expect(more).toHaveAttribute('aria-expanded', 'true');
  await more.tap();
  await expect(remove).not.toBeInViewport();
  await expect(more).toHaveAttribute('aria-expanded', 'false');
  await expect(page).toHaveURL(/noti$/);
  await more.tap();
  await remove.tap();
  await expect(page.getByText('No notifications', { exact: true })).toBeVisible();
});
