import { expect, type Page } from '@playwright/test';
import { desktop, phone, withMotion } from '../support/devices.ts';
import {
  newMember,
  newName,
  writeComment,
  writePost,
  newMemberAtHome,
} from '../support/members.ts';
import { openSettings } from '../support/settings.ts';
import { positionAtRest } from '../support/scrolling.ts';
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

test('the round button covers no control and hides while scrolling down', async ({ browser }) => {
  const name = newName('clear');
  const page = await newMember(browser, name, { ...phone, ...withMotion });
  for (let n = 0; n < 10; n += 1) await writePost(page, `Number ${n}. ${'Words '.repeat(n * 3)}`);
  await page.goto(`/home/profile/${name}`);
  await expect(page.getByRole('article').first()).toBeVisible();
  const button = page.getByRole('button', { name: 'Post', exact: true });
  /** Lists the controls under the button. */
  const covered = async () =>
    page.evaluate(() => {
      const round = document.querySelector('[data-post-button]')!;
      const { top, left, width } = round.getBoundingClientRect();
      const seen = new Set<Element>();
      for (const across of [0.1, 0.3, 0.5, 0.7, 0.9])
        for (const down of [0.1, 0.3, 0.5, 0.7, 0.9]) {
          const under = document
            .elementsFromPoint(left + across * width, top + down * width)
            .find((element) => !round.contains(element));
          const pressable = under?.closest('a, button, [role=tab]');
          if (pressable) seen.add(pressable);
        }
      return [...seen].map((element) => element.getAttribute('aria-label') ?? element.textContent);
    });
  // The button's code loads after the first screen.
  await expect(button).toBeVisible();
  await expect.poll(covered).toEqual([]);
  const end = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect(button).toBeHidden();
  for (const share of [0.85, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1]) {
    await page.evaluate((top) => scrollTo(0, top), Math.round(end * share));
    await expect(button).toBeVisible();
    await expect.poll(covered).toEqual([]);
  }
});

test('between short rows, the round button moves into the header', async ({ browser }) => {
  const name = newName('brief');
  const page = await newMember(browser, name, phone);
  for (let n = 0; n < 16; n += 1) await writePost(page, `${n}`);
  const client = await page.context().newCDPSession(page);
  await client.send('Emulation.setSafeAreaInsetsOverride', { insets: { top: 40 } });
  await page.goto(`/home/profile/${name}`);
  await expect(page.getByRole('article').first()).toBeVisible();
  const button = page.getByRole('button', { name: 'Post', exact: true });
  const box = async () => (await button.boundingBox())!;
  await expect(async () => {
    await page.mouse.wheel(0, 400);
    await expect(button).toBeHidden();
    await page.mouse.wheel(0, -97);
    await expect(button).toBeVisible();
    await expect.poll(async () => (await box()).y, { timeout: 1_000 }).toBeLessThan(60);
  }).toPass();
  const head = page.locator('header').filter({ visible: true }).first();
  const inHead = async (above: number) => {
    const { y, width, height } = await box();
    const bar = (await head.boundingBox())!;
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    expect(y).toBeGreaterThanOrEqual(above);
    expect(y + height).toBeLessThanOrEqual(bar.y + bar.height);
  };
  await inHead(40);
  await page.context().setOffline(true);
  const offline = page.getByText('You’re offline.');
  await expect(offline).toBeVisible();
  await expect(async () => inHead(40 + (await offline.boundingBox())!.height)).toPass();
});

test('typing the first letter moves nothing in the composer', async ({ browser }) => {
  const page = await newMember(browser, newName('still'), phone);
  await writePost(page, 'In the feed');
  await page.goto('/home');
  await expect(page.getByRole('article').first()).toBeVisible();
  const post = page.getByRole('button', { name: 'Post', exact: true });
  // The button moves to a free place after the feed has loaded.
  await positionAtRest(post);
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
