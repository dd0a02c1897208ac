import { expect } from '@playwright/test';
import * as notifications from '@roost/contract/notifications';
import { desktop, phone } from '../support/devices.ts';
import { entry, expectUnread, like, newMemberWithFans, rows } from '../support/notifications.ts';
import {
  newName,
  writePost,
  newMember,
  newMemberAtHome,
  newApiMember,
} from '../support/members.ts';
import { test } from '../support/test.ts';
import { urlOf } from '../support/endpoint-urls.ts';

test('one call marks rows as read after a second on screen', async ({ browser }) => {
  const name = newName('looker');
  const page = await newMember(browser, name, desktop);
  const fan = await newApiMember(browser, newName('fan'));
  const first = await writePost(page, 'First');
  for (let n = 0; n < 19; n += 1) await writePost(fan, `Number ${n} for @${name}`);
  await like(fan, first);
  const marks = urlOf(
    notifications.markRead,
    notifications.markManyRead,
    notifications.markGroupRead,
  );
  const calls: { ids: string[] }[] = [];
  page.on('request', (request) => {
    if (marks.test(request.url())) calls.push(request.postDataJSON());
  });
  await page.goto('/home/noti');
  await expect(rows(page)).toHaveCount(20);
  await expect.poll(() => calls.length).toBe(1);
  const inSight = calls[0]!.ids.length;
  expect(inSight).toBeGreaterThan(2);
  expect(inSight).toBeLessThan(15);
  await expectUnread(page, 20 - inSight);
  await expect(rows(page).first().getByRole('button', { name: 'Mark as read' })).toBeHidden();

  await rows(page).last().scrollIntoViewIfNeeded();
  await expect(rows(page).last().getByRole('button', { name: 'Mark as read' })).toBeHidden();
  expect(calls.length).toBeGreaterThanOrEqual(2);
});

/** The class of a row that is marked as new, even if it is read. */
const NEW = /bg-accent-soft/;

test('seen rows stay marked as new until the page changes or everything is read', async ({
  browser,
}) => {
  const name = newName('looker');
  const page = await newMember(browser, name, desktop);
  const fan = await newApiMember(browser, newName('fan'));
  for (let n = 0; n < 22; n += 1) await writePost(fan, `Number ${n} for @${name}`);
  await page.goto('/home/noti');
  const first = rows(page).first();
  const read = first.getByRole('button', { name: 'Mark as read' });
  await expect(first).toHaveClass(NEW);
  await expect(read).toBeHidden();
  await expect(first).toHaveClass(NEW);

  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Page 2 of 2')).toBeVisible();
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(page.getByText('Page 1 of 2')).toBeVisible();
  await expect(rows(page)).toHaveCount(20);
  await expect(first).not.toHaveClass(NEW);

  await writePost(fan, `One more for @${name}`);
  await expect(first).toContainText('One more');
  await expect(read).toBeHidden();
  await expect(first).toHaveClass(NEW);
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expectUnread(page, 0);
  for (const row of await rows(page).all()) await expect(row).not.toHaveClass(NEW);
});

test('rows under the navigation bar of phones do not count as seen', async ({ browser }) => {
  const name = newName('looker');
  const page = await newMember(browser, name, phone);
  const fan = await newApiMember(browser, newName('fan'));
  for (let n = 0; n < 20; n += 1) await writePost(fan, `Number ${n} for @${name}`);
  await page.goto('/home/noti');
  await expect(rows(page)).toHaveCount(20);
  const under = rows(page).nth(15);
  await under.evaluate((row) => {
    const bar = document.querySelector('[data-bottom-bar]')!.getBoundingClientRect();
    const { top, height } = row.getBoundingClientRect();
    scrollBy(0, top - (bar.top - height / 5));
  });
  const read = (row: ReturnType<typeof rows>) => row.getByRole('button', { name: 'Mark as read' });
  await expect(read(rows(page).nth(14))).toBeHidden();
  await expect(read(under)).toHaveCount(1);
  await page.mouse.wheel(0, 100);
  await expect(read(under)).toHaveCount(0);
});

test('rows on screen become read, even if another row changes just before', async ({ browser }) => {
  const name = newName('looker');
  const page = await newMemberAtHome(browser, name, desktop);
  const fan = await newApiMember(browser, newName('fan'));
  for (let n = 0; n < 3; n += 1) await writePost(fan, `Number ${n} for @${name}`);
  await expectUnread(page, 3);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await entry(page).click();
  await expect(async () => {
    await page.clock.runFor(10);
    await expect(rows(page)).toHaveCount(3, { timeout: 100 });
  }).toPass();
  // The page observes its rows from the next frame on.
  await rows(page)
    .first()
    .evaluate(
      async (row) => new Promise((resolve) => new IntersectionObserver(resolve).observe(row)),
    );
  await page.clock.runFor(1_000);
  await rows(page).first().getByRole('button', { name: 'Mark as read' }).click();
  await page.clock.resume();
  await expectUnread(page, 0);
});

test('the focus moves to the row when its button disappears', async ({ browser }) => {
  const { page, people } = await newMemberWithFans(browser, desktop, 1);
  for (const text of ['One', 'Two']) await like(people[0]!, await writePost(page, text));
  await page.goto('/home/noti');
  await rows(page).first().getByRole('button', { name: 'Mark as read' }).focus();
  await page.keyboard.press('Enter');
  await expectUnread(page, 1);
  await expect(rows(page).first().getByRole('link')).toBeFocused();

  const all = page.getByRole('button', { name: 'Mark all as read' });
  await all.focus();
  await page.keyboard.press('Enter');
  await expectUnread(page, 0);
  await expect(all).toBeFocused();
  await expect(all).toBeDisabled();
});
