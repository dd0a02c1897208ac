import { expect, type Page } from '@playwright/test';
import { drawPicture, postFiles } from '../support/files.ts';
import { card, newName, writePost, newMember, newApiMember } from '../support/members.ts';
import { checkPeopleScreens } from '../support/people-screens.ts';
import { checkSettingsScreens } from '../support/settings.ts';
import { checkAccessibility } from '../support/accessibility.ts';
import { test } from '../support/test.ts';
import { desktop, phone } from '../support/devices.ts';
import { variants } from '../support/matrix.ts';

const sizes = variants(desktop.viewport, phone.viewport);
// These tests are independent, so they run in parallel. In sequence they would delay the whole run.
test.describe.configure({ mode: 'parallel' });
// Checking every screen is slow on a busy machine.
test.slow();

/** Checks the composer with files, its alt text dialog, a post with pictures, and the viewer. */
async function checkMediaAccessibility(page: Page, isPhone: boolean): Promise<void> {
  const pictures = [await drawPicture(page, 'one.jpg'), await drawPicture(page, 'two.png')];
  const words = 'Two pictures, one described';
  await postFiles(page, words, pictures, { alts: ['A pale sun'] });
  await page.goto('/home');
  await expect(page.getByText(words).first()).toBeVisible();
  await checkAccessibility(page, 'post with pictures');
  await page.getByRole('link', { name: 'Picture 1 of 2' }).first().click();
  await expect(page.getByRole('button', { name: 'Next' })).toBeVisible();
  await checkAccessibility(page, 'viewer');
  await page.keyboard.press('Escape');

  if (isPhone) await page.getByRole('button', { name: 'Post', exact: true }).click();
  // Phones show the composer in a dialog. The page's own composer has the same files, but is hidden.
  const composer = isPhone
    ? page.getByRole('dialog', { name: 'New post' })
    : page.getByRole('main');
  await composer.locator('input[type=file]').setInputFiles(pictures);
  await expect(page.getByText('2 of 2 files uploaded')).toBeAttached();
  await checkAccessibility(page, 'composer with files');
  await composer.getByRole('button', { name: 'Add alt text of one.jpg' }).click();
  await expect(page.getByRole('textbox', { name: 'Alt text' })).toBeVisible();
  await checkAccessibility(page, 'alt text');
  await page.goto('/home');
}

for (const viewport of sizes) {
  test(`screens for signed-out visitors are accessible, ${viewport.width} wide @matrix`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    for (const path of ['/login', '/register', '/reset-password/some-token', '/undo/some-token']) {
      await page.goto(path);
      await expect(page.getByRole('heading').first()).toBeVisible();
      await checkAccessibility(page, path);
    }
    await page.goto('/login');
    await page.getByRole('button', { name: /forgot password/i }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await checkAccessibility(page, 'forgot password');
  });

  test(`screens for members are accessible, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const name = newName('axe');
    const page = await newMember(browser, name, { viewport });
    const other = await newApiMember(browser, newName('other'));
    const foreignId = await writePost(other, 'Somebody else wrote this');
    const postId = await writePost(page, 'A #tag, a @mention and https://example.org/a/link');
    await writePost(page, 'For followers', 'followers');
    for (const path of [
      '/home',
      `/home/profile/${name}`,
      `/home/post/${postId}`,
      `/home/post/${foreignId}`,
    ]) {
      await page.goto(path);
      await expect(page.getByRole('article').first()).toBeVisible();
      await checkAccessibility(page, path);
    }
    await page.goto('/home/post/not-an-id');
    await expect(page.getByText('Post not found.')).toBeVisible();
    await checkAccessibility(page, 'no such post');

    await page.goto('/home');
    await card(page, 'For followers').getByRole('button', { name: 'More' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await checkAccessibility(page, 'post menu');
    await page.getByRole('menuitem', { name: 'Edit Post' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await checkAccessibility(page, 'edit post');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();

    const isPhone = viewport.width < 768;
    await checkMediaAccessibility(page, isPhone);
    await page.getByRole('button', { name: 'Post', exact: true }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await checkAccessibility(page, 'composer');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  test(`the settings are accessible, ${viewport.width} wide @matrix`, async ({ browser }) => {
    const page = await newMember(browser, newName('axe'), { viewport });
    await checkSettingsScreens(page, checkAccessibility);
  });

  test(`screens about people are accessible, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const name = newName('axe');
    const page = await newMember(browser, name, { viewport });
    const other = newName('other');
    await newApiMember(browser, other);
    await checkPeopleScreens(page, { name, other }, checkAccessibility);
  });
}

test('the skip link moves the focus to the page and adds no history entry', async ({ browser }) => {
  const name = newName('keys');
  const page = await newMember(browser, name, { viewport: { width: 1280, height: 300 } });
  await writePost(page, 'Skip to this');
  await page.goto(`/home/profile/${name}`);
  await page.getByText('Skip to this').click();
  await page.waitForURL('**/post/**');
  // After a page load, the focus begins before the skip link.
  await page.reload();
  const main = page.getByRole('main');
  const back = main.getByRole('button', { name: 'Back' });
  await expect(page.getByText(/^Posted on/)).toBeVisible();
  const { url, entries, scrolled } = await page.evaluate(() => {
    scrollTo(0, 150);
    return { url: location.href, entries: history.length, scrolled: scrollY };
  });
  expect(scrolled).toBeGreaterThan(0);

  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(main).toBeFocused();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await expect(page).toHaveURL(url);
  expect(await page.evaluate(() => history.length)).toBe(entries);

  await page.keyboard.press('Tab');
  await expect(back).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/profile/${name}$`));
});

/** Runs in the page. Whether bars cover the whole focused element (WCAG 2.4.11). */
async function isFocusCovered(): Promise<boolean> {
  // The bars move with the scroll, a frame later.
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  const element = document.activeElement!;
  const { left, top, width, height } = element.getBoundingClientRect();
  if (element === document.body || width === 0) return false;
  const shares = [0.05, 0.25, 0.5, 0.75, 0.95];
  const points = shares.flatMap((x) =>
    shares.map((y) => [left + x * width, top + y * height] as const),
  );
  return points.every(([x, y]) => {
    const seen = document.elementFromPoint(x, y);
    return seen?.closest('header, [data-bottom-bar], .sticky, .fixed')?.contains(element) === false;
  });
}

for (const { viewport } of [desktop, phone])
  test(`no bar covers the focus, ${viewport.width} wide`, async ({ browser }) => {
    const low = { width: viewport.width, height: 500 };
    const page = await newMember(browser, newName('focus'), { viewport: low });
    const word = newName('seek');
    for (const count of [1, 2, 3, 4, 5, 6, 7, 8]) await writePost(page, `${word} ${count}`);
    await page.goto(`/home/search?q=${word}`);
    await expect(card(page, `${word} 8`)).toBeVisible();
    const covered: string[] = [];
    for (const key of ['Tab', 'Shift+Tab'])
      for (let step = 0; step < 70; step += 1) {
        await page.keyboard.press(key);
        if (await page.evaluate(isFocusCovered))
          covered.push(
            await page.evaluate(() => `${document.activeElement?.outerHTML.slice(0, 120)}`),
          );
      }
    expect(covered).toEqual([]);
  });
