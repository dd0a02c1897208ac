import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { SpawnedApp } from '../../server/test/support/spawned-app.ts';
import { readZip } from '../../server/test/support/zip.ts';
import { checkAccessibility } from '../support/accessibility.ts';
import { desktop, phone } from '../support/devices.ts';
import { variants } from '../support/matrix.ts';
import { card, newMember, newName, signIn, writePost } from '../support/members.ts';
import { test } from '../support/test.ts';

const DATA = '/home/settings/data';
const SECURITY = '/home/settings/security';

for (const device of variants(desktop, phone))
  test(`a copy of the own data opens offline, ${device.viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const page = await newMember(browser, newName('copy'), device);
    await writePost(page, 'Kept in a copy');
    await page.goto(DATA);
    const main = page.getByRole('main');
    await checkAccessibility(page, 'data');
    await main.getByRole('button', { name: 'Ask for a copy' }).click();
    const button = main.getByRole('button', { name: /^Download the copy of/ });
    await expect(button).toBeVisible();
    await checkAccessibility(page, 'a copy that is ready');
    const downloading = page.waitForEvent('download');
    await button.click();
    const download = await downloading;

    const folder = await mkdtemp(join(tmpdir(), 'roost-copy-'));
    await unpack(await download.path(), folder);
    const reader = await (await browser.newContext({ ...device, offline: true })).newPage();
    const problems: string[] = [];
    reader.on('pageerror', (error) => problems.push(error.message));
    reader.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    await reader.goto(pathToFileURL(join(folder, 'index.html')).href);
    await expect(reader.getByRole('heading', { name: /^Your data on / })).toBeVisible();
    await reader.getByRole('link', { name: 'Posts, comments and reposts' }).click();
    await expect(reader.getByText('Kept in a copy')).toBeVisible();
    await reader.getByRole('link', { name: 'All data' }).click();
    await expect(reader.getByRole('link', { name: 'Messages' })).toBeVisible();
    expect(problems).toEqual([]);
    await rm(folder, { recursive: true });
  });

async function unpack(path: string, folder: string): Promise<void> {
  for (const [name, content] of readZip(await readFile(path))) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
}

for (const device of variants(desktop, phone))
  test(`somebody who deleted the account can come back, ${device.viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const name = newName('back');
    const page = await newMember(browser, name, device);
    const reader = await newMember(browser, newName('reader'), device);
    await writePost(page, 'Still here');
    await page.goto(DATA);
    await page.getByRole('main').getByRole('button', { name: 'Delete account' }).click();
    await checkAccessibility(page, 'question before a deletion');
    await confirmDeletion(page);
    await reader.goto(`/home/profile/${name}`);
    await expect(reader.getByText('Still here')).toBeHidden();

    await signIn(page, name);
    await page.waitForURL('**/restore');
    await expect(page.getByRole('heading', { name: 'Keep your account' })).toBeVisible();
    await checkAccessibility(page, 'restore');
    await page.getByRole('button', { name: 'Keep my account' }).click();
    await page.waitForURL('**/home');
    await reader.reload();
    await expect(card(reader, 'Still here')).toBeVisible();
  });

/** Answers the question before a deletion. Then the sign-in page shows. */
async function confirmDeletion(page: Page): Promise<void> {
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete account' }).click();
  await page.waitForURL('**/login');
  await expect(page.getByText(/^Your account will be erased on /)).toBeVisible();
}

test('an account is gone for good after its time', async ({ browser }) => {
  test.setTimeout(180_000);
  const folder = await mkdtemp(join(tmpdir(), 'roost-gone-'));
  // This port differs from the servers of the other journeys. The time to come back is 9 s.
  const app = await SpawnedApp.start(folder, Number(process.env['E2E_PORT']) - 5_000, {
    DELETION_DAYS: '0.0001',
    FFMPEG: 'off',
  });
  try {
    const name = newName('gone');
    const own = { ...desktop, baseURL: app.address };
    const page = await newMember(browser, name, own);
    await writePost(page, 'Nobody can read this any more');
    await page.goto(DATA);
    await page.getByRole('main').getByRole('button', { name: 'Delete account' }).click();
    await confirmDeletion(page);
    // While the erasure runs, the answer is another one.
    await expect(async () => {
      await page.goto('/login');
      await signIn(page, name);
      await expect(page.getByText('Incorrect email or password.').first()).toBeVisible({
        timeout: 2_000,
      });
    }).toPass();
    const reader = await newMember(browser, newName('reader'), own);
    await reader.goto(`/home/profile/${name}`);
    await expect(reader.getByText('Nobody can read this any more')).toBeHidden();
    await expect(reader.getByRole('main')).toContainText(/not found|doesn’t exist|isn’t here/i);
  } finally {
    await app.end('SIGTERM');
    await rm(folder, { recursive: true });
  }
});

for (const device of variants(desktop, phone))
  test(`a new username replaces the old one, ${device.viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const [before, after] = [newName('old'), newName('new')];
    const page = await newMember(browser, before, device);
    await page.goto(SECURITY);
    const main = page.getByRole('main');
    await main.getByRole('button', { name: 'Change username' }).click();
    const field = main.getByLabel('New username');
    await expect(field).toBeFocused();
    await checkAccessibility(page, 'change of the username');
    await field.fill('admin');
    await main.getByRole('button', { name: 'Change username' }).click();
    await expect(field).toHaveAccessibleDescription(/taken/);
    await field.fill(after);
    await main.getByRole('button', { name: 'Change username' }).click();
    await expect(main.getByText(`@${after}`)).toBeVisible();
    await expect(main.getByText('Changed the username')).toBeVisible();
    await page.goto(`/home/profile/${after}`);
    await expect(page.getByRole('main').getByText(`@${after}`)).toBeVisible();
  });
