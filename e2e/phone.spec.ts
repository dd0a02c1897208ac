import { expect, type Page } from '@playwright/test';
import { phone } from './devices.ts';
import { arrive, newName, writeComment, writePost } from './people.ts';
import { test } from './test.ts';

const dialog = (page: Page) => page.getByRole('dialog');

test('Back closes a sheet, and only the sheet', async ({ browser }) => {
  const page = await arrive(browser, newName('phone'), phone);
  const id = await writePost(page, 'Under the sheet');
  await page.reload();
  await page.getByRole('article').getByText('Under the sheet').click();
  await page.waitForURL(`**/post/${id}`);
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

  // One sheet after another is still one step.
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(dialog(page)).toHaveAccessibleName('Settings');
  await page.goBack();
  await expect(dialog(page)).toBeHidden();
  await expect(page).toHaveURL(/\/home$/);

  // What takes the page away takes it away for Back too.
  await page.getByText('Under the sheet').click();
  await expect(page).toHaveURL(/\/home\/post\//);
  await more.click();
  await page.getByRole('menuitem', { name: 'Delete Post' }).click();
  await remove.getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/home$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/home$/);
});

test('the last row of a page can be scrolled clear of the post button', async ({ browser }) => {
  const page = await arrive(browser, newName('last'), phone);
  const id = await writePost(page, 'With one comment');
  await writeComment(page, id, 'The only one');
  await page.goto(`/home/post/${id}`);
  const share = page
    .getByRole('article')
    .filter({ hasText: 'The only one' })
    .getByRole('button', { name: 'Share' });
  await expect(share).toBeVisible();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const end = await share.evaluate((element) => element.getBoundingClientRect().bottom);
  const button = page.getByRole('button', { name: 'Post', exact: true });
  expect(end).toBeLessThanOrEqual((await button.boundingBox())!.y);
});

test('a reply is in sight once it is written, also below the fold', async ({ browser }) => {
  for (const size of [phone, { viewport: { width: 1280, height: 860 } }]) {
    const page = await arrive(browser, newName('sight'), size);
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

for (const width of [320, 390, 800, 1280]) {
  test(`nothing hangs out sideways, ${width} wide, usual type and twice as large`, async ({
    browser,
  }) => {
    const name = newName('a_rather_long_name');
    const page = await arrive(browser, name, { viewport: { width, height: 800 } });
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
