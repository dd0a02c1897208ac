import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { FakeRazorpay } from '../server/test/razorpay.ts';
import { SpawnedApp } from '../server/test/spawned-app.ts';
import { desk } from './devices.ts';
import { arrive, newName } from './people.ts';
import { test } from './test.ts';
import { inEveryTheme } from './themes.ts';

let folder: string;
let razorpay: FakeRazorpay;
let app: SpawnedApp;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  folder = await mkdtemp(join(tmpdir(), 'roost-razorpay-'));
  razorpay = await FakeRazorpay.start();
  // Beside the ports of the servers that other journeys have.
  const port = Number(process.env['E2E_PORT']) - 9_000;
  app = await SpawnedApp.start(folder, port, { ...razorpay.env, FFMPEG: 'off' });
  razorpay.webhookUrl = `${app.address}/api/subscription/webhook`;
});
test.afterAll(async () => {
  await app.end('SIGTERM');
  razorpay.close();
  await rm(folder, { recursive: true, force: true });
});

test('Razorpay’s form opens filled in, can be closed and opened again, and leads back once paid', async ({
  browser,
}) => {
  const name = newName('rzp');
  const page = await arrive(browser, name, { ...desk, baseURL: app.address });
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
  await page.goto('/premium');
  await page.getByRole('radio', { name: 'Monthly' }).check();
  await page.getByRole('button', { name: /^Get Premium/ }).click();
  await page.waitForURL('**/checkout/*');
  const form = page.getByRole('dialog', { name: 'Razorpay' });
  await expect(form).toContainText('Premium, Monthly');
  await expect(form.getByLabel('Your name')).toHaveValue(`${name} of Roost`);
  await expect(form.getByLabel('Your email')).toHaveValue(`${name}@example.org`);
  await form.getByRole('button', { name: 'Close' }).click();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await inEveryTheme(page, `checkout, ${colorScheme}`);
  }
  await page.getByRole('button', { name: 'Pay Rs 50.00' }).click();
  await form.getByRole('button', { name: 'Pay now' }).click();
  await expect(page.getByRole('heading', { name: 'Premium Unlocked!' })).toBeVisible();
  await expect(page).toHaveURL(/\/premium$/);
  await expect(page.getByText(/^Renews on /)).toBeVisible();
  await expect(page.getByText('Paid in the sandbox.')).toHaveCount(0);
  expect(refused).toEqual([]);
});

test('where its script can’t be loaded, the page says so and leads back', async ({ browser }) => {
  const page = await arrive(browser, newName('rzp'), { ...desk, baseURL: app.address });
  await page.route('**/v1/checkout.js', (route) => route.abort());
  await page.goto('/premium');
  await page.getByRole('button', { name: /^Get Premium/ }).click();
  await expect(page.getByRole('alert')).toContainText('The payment form could not be loaded.');
  await page.getByRole('link', { name: 'Go back without paying' }).click();
  await expect(page.getByText('A payment for the Annual plan was begun.')).toBeVisible();
});
