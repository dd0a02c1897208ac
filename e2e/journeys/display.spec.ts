import { expect, type Locator, type Page } from '@playwright/test';
import { ComposerBox } from '../support/composer.ts';
import { desktop, phone } from '../support/devices.ts';
import { drawPicture, postFiles } from '../support/files.ts';
import { newReader, openIn } from '../support/languages.ts';
import { checkFit } from '../support/layout-fit.ts';
import { connect, newMember, newName, writePost } from '../support/members.ts';
import { test } from '../support/test.ts';

test.describe.configure({ mode: 'parallel' });

const choose = async (page: Page, group: string, name: string) =>
  page.getByRole('radiogroup', { name: group }).getByRole('radio', { name, exact: true }).check();
const fontSizeOf = async (text: Locator) =>
  text.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
const heightOf = async (element: Locator) => (await element.boundingBox())!.height;
const inkOf = async (text: Locator) => text.evaluate((element) => getComputedStyle(element).color);

/** Loads the page without the code of the app, so only what runs before the first paint has run. */
async function openBeforeThePaint(
  page: Page,
  path: string,
): Promise<Record<string, string | undefined>> {
  await page.route(/\/assets\/(?!theme)[^/]*\.js$/, async (route) => route.abort());
  await page.goto(path);
  const look = await page.evaluate(() =>
    Object.fromEntries(Object.entries(document.documentElement.dataset)),
  );
  await page.unroute(/\/assets\/(?!theme)[^/]*\.js$/);
  return look;
}

for (const [where, device] of [
  ['desktop', desktop],
  ['phone', phone],
] as const) {
  test(`text size, contrast and density act at once and before the first paint, ${where}`, async ({
    browser,
  }) => {
    const name = newName('looks');
    const profile = `/home/profile/${name}`;
    const page = await newMember(browser, name, {
      ...device,
      serviceWorkers: 'block',
    });
    await writePost(page, 'A row');
    const row = page.getByRole('article').filter({ hasText: 'A row' });
    await page.goto(profile);
    const usualHeight = await heightOf(row);
    const usualSize = await fontSizeOf(row.getByText('A row'));

    await page.goto('/home/settings/appearance');
    const preview = page.locator('figure article');
    const [size, height] = [await fontSizeOf(preview), await heightOf(preview)];
    const title = page.getByRole('heading', { level: 1 });
    const titleSize = await fontSizeOf(title);
    await choose(page, 'Text size', 'Larger');
    expect(await fontSizeOf(preview)).toBeCloseTo(size * 1.25, 1);
    expect(await fontSizeOf(title)).toBeGreaterThan(titleSize);
    const section = page.getByRole('heading', { level: 2 }).first();
    expect(await fontSizeOf(title)).toBeGreaterThan(await fontSizeOf(section));
    await choose(page, 'Text size', 'Normal');
    await choose(page, 'Density', 'Compact');
    expect(await heightOf(preview)).toBeLessThan(height);
    const muted = page.getByText('This browser keeps these choices.').first();
    const ink = await inkOf(muted);
    await choose(page, 'More contrast', 'On');
    await expect.poll(() => inkOf(muted)).not.toBe(ink);
    await choose(page, 'Text size', 'Larger');

    const look = await openBeforeThePaint(page, profile);
    expect(look).toMatchObject({ textSize: 'larger', contrast: 'more', density: 'compact' });
    await page.goto(profile);
    expect(await fontSizeOf(row.getByText('A row'))).toBeCloseTo(usualSize * 1.25, 1);
    await page.evaluate(() => (document.documentElement.dataset['textSize'] = 'normal'));
    expect(await heightOf(row)).toBeLessThan(usualHeight);
  });

  test(`contrast follows the system until the person chooses, ${where}`, async ({ browser }) => {
    const page = await newMember(browser, newName('contrast'), device);
    await page.goto('/home/settings/appearance');
    const root = page.locator('html');
    await expect(root).toHaveAttribute('data-contrast', 'normal');
    await page.emulateMedia({ contrast: 'more' });
    await expect(root).toHaveAttribute('data-contrast', 'more');
    await choose(page, 'More contrast', 'Off');
    await expect(root).toHaveAttribute('data-contrast', 'normal');
  });

  test(`the data saver asks for small pictures only, ${where}`, async ({ browser }) => {
    const name = newName('small');
    const page = await newMember(browser, name, { ...device, deviceScaleFactor: 3 });
    const words = 'A picture for small and large screens';
    await page.goto('/home');
    await postFiles(
      page,
      words,
      [await drawPicture(page, 'wide.jpg', { width: 1_600, height: 900 })],
      {
        alts: ['A pale sun'],
      },
    );
    await page.goto('/home/settings/appearance');
    await choose(page, 'Data saver', 'On');
    await page.goto(`/home/profile/${name}`);
    const picture = page
      .getByRole('article')
      .filter({ hasText: words })
      .locator('[data-photo] img');
    const shown = async () => picture.evaluate((img: HTMLImageElement) => img.currentSrc);
    await expect.poll(shown).toContain('/640.webp');
    await page.goto('/home/settings/appearance');
    await choose(page, 'Data saver', 'Off');
    await page.goto(`/home/profile/${name}`);
    await expect.poll(shown).toMatch(/\/(?:1280|2048)\.webp/);
  });
}

for (const locale of ['en', 'de', 'ar'] as const)
  test(`the main screens fit a phone with the largest text in ${locale}`, async ({ browser }) => {
    const { page, name } = await newReader(browser, locale, phone);
    const postId = await writePost(page, 'hello #world');
    for (const path of [
      '/home',
      `/home/post/${postId}`,
      `/home/profile/${name}`,
      '/home/noti',
      '/home/message',
      '/home/settings/appearance',
    ]) {
      await openIn(page, locale, path);
      await checkFit(page, path);
    }
  });

test('without the reminder, a picture without alt text is posted at once', async ({ browser }) => {
  const page = await newMember(browser, newName('hasty'), desktop);
  await page.goto('/home/settings/appearance');
  await page.getByRole('switch', { name: 'Remind me of alt texts' }).uncheck();
  await connect(page, async () => page.goto('/home'));
  const box = new ComposerBox(page);
  await box.choose([await drawPicture(page, 'one.jpg')]);
  await box.uploaded(1);
  await box.publish('Nobody asks', { isAsked: false });
});
