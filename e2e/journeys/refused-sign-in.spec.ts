import { expect } from '@playwright/test';
import * as auth from '@roost/contract/auth';
import { checkAccessibility } from '../support/accessibility.ts';
import { addAuthenticator } from '../support/authenticator.ts';
import { desktop, phone } from '../support/devices.ts';
import { urlOf } from '../support/endpoint-urls.ts';
import { userIdOf } from '../support/api.ts';
import { variants } from '../support/matrix.ts';
import { connect, newApiMember, newMember, newName, signIn } from '../support/members.ts';
import { decide, newModerator, report } from '../support/staff.ts';
import { test } from '../support/test.ts';

const DAY_MS = 86_400_000;
/** A suspension must end the session in an open tab within this time. */
const SUSPENSION_MS = 1_000;

for (const device of variants(desktop, phone))
  test(`a suspension reaches two open tabs, and the person appeals, ${device.viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const name = newName('loud');
    const page = await newMember(browser, name, device);
    const second = await page.context().newPage();
    const userId = await userIdOf(page, name);
    const moderator = await newModerator(browser);
    const reporter = await newApiMember(browser, newName('reporter'));
    await report(reporter, { type: 'user', _id: userId });

    await test.step('both tabs leave, and say why', async () => {
      await connect(page, async () => page.goto('/home'));
      await connect(second, async () => second.goto('/home/noti'));
      const until = new Date(Date.now() + DAY_MS).toISOString();
      await decide(moderator, userId, { action: 'suspend', until });
      const begin = performance.now();
      await Promise.all([page.waitForURL('**/login'), second.waitForURL('**/login')]);
      expect(performance.now() - begin).toBeLessThan(SUSPENSION_MS);
      for (const tab of [page, second]) {
        await expect(tab.getByRole('heading', { name: 'Your account is suspended' })).toBeVisible();
        await expect(tab.getByText(/^Until .* nobody here sees you/)).toBeVisible();
      }
      await checkAccessibility(page, 'ended by a suspension');
    });

    await test.step('the sign-in says the reason, and leads to the appeal', async () => {
      await page.getByRole('button', { name: 'Sign in' }).click();
      await signIn(page, name);
      await expect(page.getByText('Reason: Harassment or bullying.')).toBeVisible();
      await checkAccessibility(page, 'refused sign-in');
      await page.getByRole('link', { name: 'Appeal' }).click();
      await expect(page).toHaveURL(/\/appeal$/);
    });

    await test.step('the appeal is sent, also after a reload of its page', async () => {
      await page.reload();
      await page.getByRole('textbox').fill('That was not me.');
      await checkAccessibility(page, 'appeal page');
      await page.getByRole('button', { name: 'Send appeal' }).click();
      await expect(page.getByText(/^Your appeal is sent\./)).toBeVisible();
    });

    await test.step('a second appeal says that there was one', async () => {
      await page.reload();
      await page.getByRole('textbox').fill('Again.');
      await page.getByRole('button', { name: 'Send appeal' }).click();
      await expect(page.getByText(/^You have already appealed/)).toBeVisible();
    });

    await test.step('the page without a refused sign-in leads to the sign-in', async () => {
      await second.goto('/appeal');
      await checkAccessibility(second, 'appeal without a sign-in');
      await second.getByRole('link', { name: 'Continue to sign in' }).click();
      await signIn(second, name);
      await expect(second.getByText(/^You have appealed already/)).toBeVisible();
    });
  });

for (const device of variants(desktop, phone))
  test(`a person who waits for approval learns it at the sign-in, ${device.viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const page = await (await browser.newContext(device)).newPage();
    // The mode of the registration belongs to the whole site, and other journeys register people.
    await page.route(urlOf(auth.login), async (route) =>
      route.fulfill({
        status: 403,
        json: { status: 'fail', code: 'awaiting_approval', message: 'Your account waits.' },
      }),
    );
    await page.goto('/login');
    await signIn(page, newName('new'));
    await expect(
      page.getByRole('heading', { name: 'Your account waits for approval' }),
    ).toBeFocused();
    await checkAccessibility(page, 'waits for approval');
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByLabel('Email')).toBeVisible();
  });

test('a passkey of a suspended account leads to the same page', async ({ browser }) => {
  const name = newName('key');
  const page = await newMember(browser, name, desktop);
  const main = page.getByRole('main');
  await addAuthenticator(page);
  await connect(page, async () => page.goto('/home/settings/security'));
  await main.getByRole('button', { name: 'Add a passkey' }).click();
  await main.getByLabel('Name of the passkey').fill('My laptop');
  await main.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(main.getByText('My laptop')).toBeVisible();
  const userId = await userIdOf(page, name);
  await report(await newApiMember(browser, newName('reporter')), { type: 'user', _id: userId });
  await decide(await newModerator(browser), userId, { action: 'suspend' });
  await page.waitForURL('**/login');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Your account is suspended' })).toBeVisible();
  await expect(page.getByText('Reason: Harassment or bullying.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Appeal' })).toBeVisible();
});
