import { expect, type Page } from '@playwright/test';
import { checkAccessibility } from '../support/accessibility.ts';
import { follow } from '../support/api.ts';
import { desktop, phone } from '../support/devices.ts';
import { variants } from '../support/matrix.ts';
import {
  card,
  connect,
  newApiMember,
  newMember,
  newMemberAtHome,
  newName,
  writePost,
} from '../support/members.ts';
import { test } from '../support/test.ts';

const help = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' });
const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' });

/** Opens 'Following' for a reader who follows one author with this many posts. */
async function meet(browser: Parameters<typeof newMember>[0], posts: number) {
  const name = newName('author');
  const author = await newApiMember(browser, name);
  for (let n = 0; n < posts; n += 1) await writePost(author, `Old ${n}. ${'Word '.repeat(40)}`);
  const page = await newMember(browser, newName('reader'), desktop);
  await follow(page, name);
  await connect(page, async () => page.goto('/home'));
  await page.getByRole('tab', { name: 'Following' }).click();
  await expect(card(page, `Old ${posts - 1}.`)).toBeVisible();
  await keysAreThere(page);
  return { author, page };
}

/** The keys load after the first page. */
async function keysAreThere(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(help(page)).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(help(page)).toHaveCount(0);
}

/** The distance in px from the top of the window to the focused post. */
const topOfFocus = async (page: Page) =>
  page.evaluate(() => Math.round(document.activeElement!.getBoundingClientRect().top));

test('keys move through the feed, also to the next page, and act on the focused post', async ({
  browser,
}) => {
  const { author, page } = await meet(browser, 24);

  await test.step('J and K move the focus, and the post stands below the tabs', async () => {
    await page.keyboard.press('j');
    await expect(card(page, 'Old 23.')).toBeFocused();
    await page.keyboard.press('j');
    await expect(card(page, 'Old 22.')).toBeFocused();
    const tabs = (await page.getByRole('tablist').boundingBox())!;
    await expect.poll(async () => topOfFocus(page)).toBeGreaterThanOrEqual(tabs.height);
    expect(await topOfFocus(page)).toBeLessThan(tabs.height + 40);
    await page.keyboard.press('k');
    await expect(card(page, 'Old 23.')).toBeFocused();
  });

  await test.step('L and B press the buttons of the post', async () => {
    const post = card(page, 'Old 23.');
    await page.keyboard.press('l');
    await expect(post.getByRole('button', { name: /^Like/ })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expect(page.getByText('Liked', { exact: true })).toBeAttached();
    await page.keyboard.press('b');
    await expect(post.getByRole('button', { name: 'Bookmark' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  });

  await test.step('J walks over the end of the first page, down to the last post', async () => {
    for (let n = 22; n >= 0; n -= 1) {
      await page.keyboard.press('j');
      await expect(card(page, `Old ${n}.`)).toBeFocused();
    }
    await page.keyboard.press('j');
    await expect(page.getByText('That was the last post.')).toBeAttached();
    await expect(card(page, 'Old 0.')).toBeFocused();
  });

  await test.step('a full stop loads the new posts', async () => {
    await writePost(author, 'Brand new');
    await expect(page.getByRole('button', { name: 'Show 1 post' })).toBeVisible();
    await page.keyboard.press('.');
    await expect(page.getByRole('article').first()).toContainText('Brand new');
    await page.keyboard.press('j');
    await expect(card(page, 'Brand new')).toBeFocused();
  });

  await test.step('Enter opens the post, R writes a reply, and there keys are text', async () => {
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/home\/post\//);
    await page.keyboard.press('r');
    const box = page.getByRole('main').getByRole('textbox');
    await expect(box).toBeFocused();
    await page.keyboard.type('jgh?');
    await expect(box).toHaveValue('jgh?');
  });
});

test('keys open pages, the composer and the search, and can be turned off @matrix', async ({
  browser,
}) => {
  const page = await newMemberAtHome(browser, newName('keys'), desktop);
  await keysAreThere(page);
  await page.keyboard.press('g');
  await page.keyboard.press('b');
  await expect(page).toHaveURL(/\/home\/bookmarks$/);
  await page.keyboard.press('n');
  await expect(page.getByRole('dialog', { name: 'New post' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('?');
  await expect(help(page)).toBeVisible();
  await checkAccessibility(page, 'keyboard shortcuts');
  await page.keyboard.press('Escape');
  await expect(help(page)).toHaveCount(0);
  await page.keyboard.press('/');
  await expect(page.getByRole('combobox')).toBeFocused();

  await page.goto('/home/settings/appearance');
  await page.getByRole('switch', { name: 'Single keys' }).click();
  await checkAccessibility(page, 'keyboard settings');
  await page.reload();
  await page.getByRole('button', { name: 'Open the palette' }).click();
  await expect(palette(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(palette(page)).toHaveCount(0);
  for (const key of ['g', 'h', '?']) await page.keyboard.press(key);
  // The palette is a sentinel: by now, the keys before would have acted.
  await page.keyboard.press('Control+k');
  await expect(palette(page)).toBeVisible();
  await expect(help(page)).toHaveCount(0);
  await expect(page).toHaveURL(/appearance$/);
});

for (const device of variants(desktop, phone))
  test(`the palette finds people and pages, ${device.viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const name = newName('found');
    await newApiMember(browser, name);
    const page = await newMemberAtHome(browser, newName('finder'), device);
    await keysAreThere(page);
    await page.keyboard.press('Control+k');
    const field = palette(page).getByRole('combobox');
    await expect(field).toBeFocused();
    await checkAccessibility(page, 'command palette');
    await page.keyboard.type('settings app');
    await expect(palette(page).getByRole('option').first()).toHaveText('Settings: Appearance');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/home\/settings\/appearance$/);
    await expect(palette(page)).toHaveCount(0);

    await page.keyboard.press('Control+k');
    await page.keyboard.type(`@${name}`);
    await expect(palette(page).getByRole('option', { name: `${name} of Roost` })).toBeVisible();
    await checkAccessibility(page, 'people in the palette');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/home/profile/${name}$`));
    await page.goBack();
    await expect(page).toHaveURL(/\/home\/settings\/appearance$/);
  });
