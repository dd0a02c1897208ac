import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { FakeRazorpay } from '../../server/test/support/razorpay.ts';
import { SpawnedApp } from '../../server/test/support/spawned-app.ts';
import { desktop } from '../support/devices.ts';
import { newName, newMember } from '../support/members.ts';
import { test } from '../support/test.ts';
import { checkAccessibility } from '../support/accessibility.ts';
import { variants } from '../support/matrix.ts';

let folder: string;
let razorpay: FakeRazorpay;
let app: SpawnedApp;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  folder = await mkdtemp(join(tmpdir(), 'roost-razorpay-'));
  razorpay = await FakeRazorpay.start();
  // This port differs from the servers of the other journeys.
  const port = Number(process.env['E2E_PORT']) - 9_000;
  app = await SpawnedApp.start(folder, port, { ...razorpay.env, FFMPEG: 'off' });
  razorpay.webhookUrl = `${app.address}/api/subscription/webhook`;
});
test.afterAll(async () => {
  await app.end('SIGTERM');
  razorpay.close();
  await rm(folder, { recursive: true, force: true });
});

test('Razorpay’s form is filled in, reopens and returns after the payment @matrix', async ({
  browser,
}) => {
  const name = newName('rzp');
  const page = await newMember(browser, name, { ...desktop, baseURL: app.address });
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
  for (const colorScheme of variants('light', 'dark')) {
    await page.emulateMedia({ colorScheme });
    await checkAccessibility(page, `checkout, ${colorScheme}`);
  }
  await page.getByRole('button', { name: 'Pay Rs 50.00' }).click();
  await form.getByRole('button', { name: 'Pay now' }).click();
  await expect(page.getByRole('heading', { name: 'Premium Unlocked!' })).toBeVisible();
  await expect(page).toHaveURL(/\/premium$/);
  await expect(page.getByText(/^Renews on /)).toBeVisible();
  await expect(page.getByText('Paid in the sandbox.')).toHaveCount(0);
  expect(refused).toEqual([]);
});

test('a payment form that cannot load shows an error and a way back', async ({ browser }) => {
  const page = await newMember(browser, newName('rzp'), { ...desktop, baseURL: app.address });
  await page.route('**/v1/checkout.js', (route) => route.abort());
  await page.goto('/premium');
  await page.getByRole('button', { name: /^Get Premium/ }).click();
  await expect(page.getByRole('alert')).toContainText('The payment form could not be loaded.');
  await page.getByRole('link', { name: 'Go back without paying' }).click();
  await expect(page.getByText('A payment for the Annual plan was begun.')).toBeVisible();
});
