import { expect, type Page } from '@playwright/test';
import { drawPicture, postFiles } from './files.ts';
import { arrive, newName, writePost } from './people.ts';
import { lookAtPeople } from './people-screens.ts';
import { inEveryTheme } from './themes.ts';
import { test } from './test.ts';

const sizes = [
  { width: 1280, height: 860 },
  { width: 390, height: 844 },
];
// None of them needs another, and one after the other they would be what everything waits for.
test.describe.configure({ mode: 'parallel' });
// Looking at everything in every theme takes its time on a busy machine.
test.setTimeout(300_000);

/** The composer with files, its alt dialog, a post with pictures, and the viewer. */
async function inEveryThemeMedia(page: Page, isPhone: boolean): Promise<void> {
  const pictures = [await drawPicture(page, 'one.jpg'), await drawPicture(page, 'two.png')];
  const words = 'Two pictures, one described';
  await postFiles(page, words, pictures, { alts: ['A pale sun'] });
  await page.goto('/home');
  await expect(page.getByText(words).first()).toBeVisible();
  await inEveryTheme(page, 'post with pictures');
  await page.getByRole('link', { name: 'Picture 1 of 2' }).first().click();
  await expect(page.getByRole('button', { name: 'Next' })).toBeVisible();
  await inEveryTheme(page, 'viewer');
  await page.keyboard.press('Escape');

  if (isPhone) await page.getByRole('button', { name: 'Post', exact: true }).click();
  // Phones have it in a dialog; the page's own is out of sight there, with the same files.
  const composer = isPhone
    ? page.getByRole('dialog', { name: 'New post' })
    : page.getByRole('main');
  await composer.locator('input[type=file]').setInputFiles(pictures);
  await expect(composer.getByText('2 of 2 files uploaded')).toBeAttached();
  await inEveryTheme(page, 'composer with files');
  await composer.getByRole('button', { name: 'Add alt text of one.jpg' }).click();
  await expect(page.getByRole('textbox', { name: 'Alt text' })).toBeVisible();
  await inEveryTheme(page, 'alt text');
  await page.goto('/home');
}

for (const viewport of sizes) {
  test(`screens for the signed-out, ${viewport.width} wide`, async ({ page }) => {
    await page.setViewportSize(viewport);
    for (const path of ['/login', '/register', '/reset-password/some-token']) {
      await page.goto(path);
      await expect(page.getByRole('heading').first()).toBeVisible();
      await inEveryTheme(page, path);
    }
    await page.goto('/login');
    await page.getByRole('button', { name: /forgot password/i }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await inEveryTheme(page, 'forgot password');
  });

  test(`screens for members, ${viewport.width} wide`, async ({ browser }) => {
    const name = newName('axe');
    const page = await arrive(browser, name, { viewport });
    const other = await arrive(browser, newName('other'));
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
      await inEveryTheme(page, path);
    }
    await page.goto('/home/post/not-an-id');
    await expect(page.getByText('Post not found.')).toBeVisible();
    await inEveryTheme(page, 'no such post');

    await page.goto('/home');
    await page.getByRole('article').first().getByRole('button', { name: 'More' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await inEveryTheme(page, 'post menu');
    await page.getByRole('menuitem', { name: 'Edit Post' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await inEveryTheme(page, 'edit post');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();

    const isPhone = viewport.width < 768;
    await inEveryThemeMedia(page, isPhone);
    await page.getByRole('button', { name: 'Post', exact: true }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await inEveryTheme(page, 'composer');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();

    if (isPhone)
      await page
        .getByRole('button', { name: /account|menu/i })
        .first()
        .click();
    await page.getByRole('button', { name: 'Settings' }).click();
    await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
    await inEveryTheme(page, 'settings');
  });

  test(`people, ${viewport.width} wide`, async ({ browser }) => {
    const name = newName('axe');
    const page = await arrive(browser, name, { viewport });
    const other = newName('other');
    await arrive(browser, other);
    await lookAtPeople(page, { name, other }, inEveryTheme);
  });
}
