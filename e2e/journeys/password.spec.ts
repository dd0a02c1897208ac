import { expect } from '@playwright/test';
import * as auth from '@roost/contract/auth';
import { desktop, phone } from '../support/devices.ts';
import { newMemberAtHome, newName, PASSWORD, signIn } from '../support/members.ts';
import { openSettings } from '../support/settings.ts';
import { test } from '../support/test.ts';
import { variants } from '../support/matrix.ts';
import { send } from '../support/api.ts';

const NEXT = 'another quite long passphrase';

for (const device of variants(desktop, phone))
  test(`a new password ends the other sessions, ${device.viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const name = newName('change');
    const page = await newMemberAtHome(browser, name, device);
    const other = await (await browser.newContext(desktop)).newPage();
    await other.goto('/login');
    await signIn(other, name);
    await other.waitForURL('**/home');

    await openSettings(page, 'Security');
    const main = page.getByRole('main');
    const current = main.getByLabel('Current password');
    const next = main.getByLabel('New password');
    const change = main.getByRole('button', { name: 'Change password' });

    await test.step('a wrong current password shows an error at its field', async () => {
      await current.fill('not the passphrase');
      await next.fill(NEXT);
      await change.click();
      await expect(current).toHaveAttribute('aria-invalid', 'true');
      await expect(current).toHaveAccessibleDescription(/password/i);
      await expect(current).toBeFocused();
      await expect(next).toHaveValue(NEXT);
      expect((await send(other, auth.getMe, {})).status()).toBe(200);
    });

    await test.step('the right current password changes the password', async () => {
      await current.fill(PASSWORD);
      await change.click();
      await expect(
        main.getByText('Password changed. Your other sessions have been ended.'),
      ).toBeVisible();
      await expect(current).toHaveValue('');
      await expect(next).toHaveValue('');
    });

    await test.step('other sessions end, and this session continues', async () => {
      await other.waitForURL('**/login');
      await expect(other.getByText('Your session has ended.')).toBeVisible();
      expect((await send(page, auth.getMe, {})).status()).toBe(200);
    });

    await test.step('only the new password signs in', async () => {
      await signIn(other, name);
      await expect(other.getByRole('alert').filter({ hasText: /\S/ }).first()).toBeVisible();
      await expect(other).toHaveURL(/\/login$/);
      await signIn(other, name, NEXT);
      await other.waitForURL('**/home');
    });
  });
