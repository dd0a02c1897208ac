import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { appearance, checkAccessibility } from '../support/accessibility.ts';
import { startDevServer, type DevServer } from '../support/dev-server.ts';
import { variants } from '../support/matrix.ts';

const themes = variants('Light', 'Dim', 'Dark');
const directions = ['Left to right', 'Right to left'];
const overlays = [
  ['Open dialog', 'dialog'],
  ['Open drawer', 'dialog'],
  ['Open question', 'alertdialog'],
  ['Open menu', 'menu'],
] as const;

let server: DevServer;
/** Both tests of the gallery use one page, because its first load compiles the whole app. */
let page: Page;
const failures: string[] = [];
test.describe.configure({ timeout: 240_000 });
test.beforeAll(async ({ browser }) => {
  server = await startDevServer();
  page = await browser.newPage();
  page.on('pageerror', ({ message }) => failures.push(message));
  await page.goto(`${server.url}/dev/gallery`);
  await expect(page.getByRole('heading', { name: 'Conversations' })).toBeVisible({
    timeout: 120_000,
  });
});
test.afterAll(async () => {
  await page.close();
  await server.stop();
});

/** Saves a picture of the window in the output folder of the test. */
async function takePicture(page: Page, name: string): Promise<void> {
  const path = test.info().outputPath(`${name.toLowerCase().replaceAll(' ', '-')}.png`);
  await page.screenshot({ path });
}

/** Makes the window as high as the page. Otherwise pictures far below stay unloaded, and long lists unpainted. */
async function showWholePage(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: 1_024, height });
  await expect(page.getByText('Can’t be shown')).toBeVisible();
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
}

test('the gallery shows all parts in every theme and direction @matrix', appearance, async () => {
  await showWholePage(page);
  for (const direction of directions) {
    await page.getByRole('radio', { name: direction }).check();
    for (const theme of themes) {
      await page.getByRole('radio', { name: theme }).check();
      await takePicture(page, `${theme} ${direction}`);
    }
    await checkAccessibility(page, `gallery, ${direction}`);
  }
  expect(failures).toEqual([]);
});

test('the overlays of the gallery open in both directions @matrix', appearance, async () => {
  await page.setViewportSize({ width: 1_024, height: 900 });
  for (const direction of directions) {
    await page.getByRole('radio', { name: direction }).check();
    for (const [name, role] of overlays) {
      await page.getByRole('button', { name }).click();
      await expect(page.getByRole(role)).toBeVisible();
      await takePicture(page, `${name} ${direction}`);
      await page.keyboard.press('Escape');
      await expect(page.getByRole(role)).toBeHidden();
    }
    await page.getByRole('button', { name: 'Show notices' }).click();
    await expect(page.getByText('The like was not saved.')).toBeVisible();
    await takePicture(page, `Notices ${direction}`);
    const notices = page.getByRole('region', { name: 'Notices' });
    for (let left = 4; left > 0; left -= 1) {
      await notices.getByRole('button', { name: 'Close' }).first().click();
      await expect(notices.getByRole('button', { name: 'Close' })).toHaveCount(left - 1);
    }
  }
});

test('the production build has no gallery', async ({ browser }) => {
  const dist = join(import.meta.dirname, '../../web/dist/en');
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' });
  expect(files.filter((file) => file.includes('gallery'))).toEqual([]);
  const texts = files.filter((file) => /\.(js|html|json)$/.test(file));
  expect(texts.length).toBeGreaterThan(20);
  for (const file of texts)
    expect(readFileSync(join(dist, file), 'utf8'), file).not.toContain('Gallery of parts');
  const visitor = await browser.newPage();
  await visitor.goto('/dev/gallery');
  await expect(visitor).toHaveURL(/\/login$/);
  await visitor.close();
});
