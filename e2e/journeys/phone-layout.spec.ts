import { expect, type Page } from '@playwright/test';
import * as reactions from '@roost/contract/reactions';
import { call } from '../support/api.ts';
import { desktop, phone, withMotion } from '../support/devices.ts';
import {
  newMember,
  newName,
  writeComment,
  writePost,
  newMemberAtHome,
} from '../support/members.ts';
import { openSettings } from '../support/settings.ts';
import { test } from '../support/test.ts';
import { variants } from '../support/matrix.ts';

const dialog = (page: Page) => page.getByRole('dialog');

test('Back closes one sheet and keeps the page', async ({ browser }) => {
  const page = await newMember(browser, newName('phone'), { ...phone, ...withMotion });
  const id = await writePost(page, 'Under the sheet');
  const postPage = page.getByRole('heading', { name: 'Post', exact: true, level: 1 });
  await page.goto('/home');
  await page
    .getByRole('article')
    .getByText('Under the sheet')
    .click({ position: { x: 4, y: 8 } });
  await page.waitForURL(`**/post/${id}`);
  await expect(postPage).toBeVisible();
  const state = () => page.evaluate(() => JSON.stringify(history.state));
  const before = await state();
  const more = page.getByRole('button', { name: 'More' });
  const remove = page.getByRole('alertdialog');

  await more.click();
  await page.getByRole('menuitem', { name: 'Delete Post' }).click();
  await expect(remove).toBeVisible();
  await page.goBack();
  await expect(remove).toBeHidden();
  await expect(page).toHaveURL(/\/post\//);
  await expect.poll(state).toBe(before);

  await more.click();
  await page.getByRole('menuitem', { name: 'Delete Post' }).click();
  await remove.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(state).toBe(before);
  await page.goBack();
  await expect(page).toHaveURL(/\/home$/);

  // A sheet that leads to a page leaves no history entry.
  await openSettings(page, 'Security');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/home$/);
  await expect(dialog(page)).toBeHidden();

  // A deleted post's page leaves the history.
  await page.getByText('Under the sheet').click({ position: { x: 4, y: 8 } });
  await expect(page).toHaveURL(/\/home\/post\//);
  await expect(postPage).toBeVisible();
  await more.click();
  await page.getByRole('menuitem', { name: 'Delete Post' }).click();
  await remove.getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/home$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/home$/);
});

test('the round button offers the main action of each page', async ({ browser }) => {
  const page = await newMemberAtHome(browser, newName('round'), phone);
  const id = await writePost(page, 'With a thread');
  const post = page.getByRole('button', { name: 'Post', exact: true });
  await expect(post).toBeVisible();
  await page.goto(`/home/post/${id}`);
  await expect(page.getByRole('textbox', { name: 'Reply text' })).toBeVisible();
  await expect(post).toBeHidden();
  await page.goto('/home/message');
  const message = page.getByRole('button', { name: 'New Message' }).last();
  await expect(message).toBeVisible();
  await expect(post).toBeHidden();
  await message.tap();
  await expect(dialog(page)).toHaveAccessibleName('New Message');
});

test('the round button keeps its place and hides while scrolling down', async ({ browser }) => {
  const name = newName('brief');
  const page = await newMember(browser, name, { ...phone, ...withMotion });
  // Short rows have controls everywhere at their end.
  for (let n = 0; n < 16; n += 1) {
    const postId = await writePost(page, `${n}`);
    await call(page, reactions.toggleBookmark, { params: { postId } });
  }
  await page.goto('/home/bookmarks');
  await expect(page.getByRole('article').first()).toBeVisible();
  const button = page.getByRole('button', { name: 'Post', exact: true });
  await expect(button).toBeVisible();
  const place = await button.boundingBox();
  const bar = (await page.locator('[data-bottom-bar]').boundingBox())!;
  expect(place!.x + place!.width, 'clear of the edge').toBe(phone.viewport.width - 16);
  expect(place!.y + place!.height, 'above the bar').toBe(bar.y - 16);

  await test.step('after each scroll up it is at the same place', async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      await page.mouse.wheel(0, 400);
      await expect(button).toBeHidden();
      await page.mouse.wheel(0, -97);
      await expect(button).toBeVisible();
      expect(await button.boundingBox()).toEqual(place);
    }
  });

  await test.step('at the end it covers no control of the last row', async () => {
    await expect(async () => {
      await page.mouse.wheel(0, 4_000);
      await expect(page.locator('article[aria-posinset="16"]')).toBeVisible({ timeout: 2_000 });
      expect(
        await page.evaluate(
          () => document.documentElement.scrollHeight - innerHeight - Math.ceil(scrollY),
        ),
      ).toBeLessThanOrEqual(0);
    }).toPass();
    await expect(button).toBeHidden();
    // The least movement that brings the button back.
    await page.mouse.wheel(0, -9);
    await expect(button).toBeVisible();
    expect(await button.boundingBox()).toEqual(place);
    const lowest = await page
      .locator('main :is(a, button)')
      .evaluateAll((all) => Math.max(...all.map((each) => each.getBoundingClientRect().bottom)));
    expect(lowest).toBeLessThanOrEqual(place!.y);
  });
});

test('a control with the keyboard focus is not under the round button', async ({ browser }) => {
  const name = newName('keys');
  const page = await newMember(browser, name, phone);
  for (let n = 0; n < 12; n += 1) await writePost(page, `${n}`);
  await page.goto(`/home/profile/${name}`);
  const button = page.locator('[data-post-button]');
  await expect(button).toBeVisible();
  const last = page.getByRole('article').nth(4).getByRole('button').last();
  await expect(last).toBeVisible();
  const distance = async () => {
    const [one, other] = [(await last.boundingBox())!, (await button.boundingBox())!];
    return one.y + one.height / 2 - (other.y + other.height / 2);
  };
  // The scroll up at the end shows the button.
  const scrollBy = async (by: number) => page.evaluate((y) => window.scrollBy(0, y), by);
  await scrollBy((await distance()) + 200);
  await expect(button).toBeHidden();
  await scrollBy(await distance());
  await expect(button).toBeVisible();
  expect(await distance(), 'under the button').toBeCloseTo(0, -1);
  await last.evaluate((control) => control.focus({ preventScroll: true }));
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(last).toBeFocused();
  const { y, height } = (await last.boundingBox())!;
  if (await button.isVisible())
    expect(y + height).toBeLessThanOrEqual((await button.boundingBox())!.y);
});

test('pages of forms and of rows with buttons have no round button', async ({ browser }) => {
  const page = await newMemberAtHome(browser, newName('forms'), phone);
  const button = page.locator('[data-post-button]');
  await expect(button).toBeVisible();
  for (const [path, title] of [
    ['/home/settings', 'Settings'],
    ['/home/settings/privacy', 'Privacy'],
    ['/home/muted-users', 'Muted people'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    await expect(button).toHaveCount(1);
    await expect(button).toBeHidden();
  }
});

test('typing the first letter moves nothing in the composer', async ({ browser }) => {
  const page = await newMember(browser, newName('still'), phone);
  await writePost(page, 'In the feed');
  await page.goto('/home');
  await expect(page.getByRole('article').first()).toBeVisible();
  const post = page.getByRole('button', { name: 'Post', exact: true });
  await post.tap();
  const form = dialog(page).locator('form');
  await expect(form).toBeVisible();
  const box = form.getByRole('textbox', { name: 'Post text' });
  const positions = async () =>
    Promise.all(
      [dialog(page), form, box, form.getByRole('button', { name: 'Post' })].map(async (element) =>
        element.boundingBox(),
      ),
    );
  const stablePositions = async () => {
    const first = await positions();
    expect(await positions()).toEqual(first);
    return first;
  };
  // Waits until the sheet has opened.
  await expect(async () => {
    const first = await stablePositions();
    expect(first[0]!.y + first[0]!.height).toBe(phone.viewport.height);
  }).toPass();
  const before = await positions();
  await box.press('H');
  await expect(box).toHaveValue('H');
  expect(await positions()).toEqual(before);
});

test('a new reply scrolls into view @matrix', async ({ browser }) => {
  for (const device of variants(phone, desktop)) {
    const page = await newMember(browser, newName('sight'), device);
    const id = await writePost(page, 'With a long comment');
    await writeComment(page, id, Array.from({ length: 30 }, (_, n) => `Line ${n}`).join('\n'));
    await page.goto(`/home/post/${id}`);
    const above = page.getByRole('list', { name: 'Comments' }).getByRole('article').first();
    const more = above.getByRole('button', { name: /^(Show|Read) more/ });
    await expect(above).toBeVisible();
    if (await more.isVisible()) await more.click();
    await above.getByRole('button', { name: /^Reply/ }).click();
    await page.keyboard.type('Just below');
    await page.keyboard.press('Control+Enter');
    const reply = page.getByRole('article').filter({ hasText: 'Just below' }).last();
    await expect(reply).not.toContainText('Posting…');
    await expect(reply).toBeInViewport({ ratio: 1 });
  }
});

for (const width of variants(320, 390, 800, 1280)) {
  test(`pages do not overflow sideways at either text size, ${width} wide @matrix`, async ({
    browser,
  }) => {
    const name = newName('a_rather_long_name');
    const page = await newMember(browser, name, { viewport: { width, height: 800 } });
    const id = await writePost(page, 'Wide? #narrow');
    for (const path of [
      '/home',
      `/home/profile/${name}`,
      `/home/post/${id}`,
      '/home/search?q=narrow',
    ]) {
      await page.goto(path);
      await expect(page.getByRole('article').first()).toBeVisible();
      for (const size of ['16px', '32px']) {
        await page.evaluate((type) => (document.documentElement.style.fontSize = type), size);
        await expect
          .poll(() =>
            page.evaluate(
              () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
            ),
          )
          .toBeLessThanOrEqual(0);
      }
    }
  });
}
