import { expect, type Browser, type Page } from '@playwright/test';
import { checkAccessibility } from '../support/accessibility.ts';
import { addAuthenticator, appCode } from '../support/authenticator.ts';
import { desktop, phone } from '../support/devices.ts';
import { mailedLink } from '../support/mails.ts';
import { variants } from '../support/matrix.ts';
import { newMember, newName, PASSWORD, signIn } from '../support/members.ts';
import { test } from '../support/test.ts';

const SECURITY = '/home/settings/security';

/** Opens the sign-in page as somebody else's browser. */
async function newVisitor(browser: Browser, options = {}): Promise<Page> {
  const page = await (await browser.newContext({ reducedMotion: 'reduce', ...options })).newPage();
  await page.goto('/login');
  return page;
}

for (const device of variants(desktop, phone))
  test(`an app gives a second step, and a recovery code replaces it, ${device.viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const name = newName('app');
    const page = await newMember(browser, name, device);
    await page.goto(SECURITY);
    const main = page.getByRole('main');

    const secret = await test.step('an app is set up', async () => {
      await main.getByRole('button', { name: 'Set up' }).click();
      await expect(main.getByRole('img', { name: /^QR code/ })).toBeVisible();
      const key = await main.getByText(/^(?:[A-Z2-7]{4} )+[A-Z2-7]+$/).textContent();
      await checkAccessibility(page, 'set up an app');
      const code = main.getByLabel('Code of your authenticator app');
      await code.fill('000000');
      await main.getByRole('button', { name: 'Turn on' }).click();
      await expect(code).toHaveAccessibleDescription('This code is not right.');
      return key!.replaceAll(' ', '');
    });

    const [recoveryCode = ''] = await test.step('the recovery codes show once', async () => {
      await main.getByLabel('Code of your authenticator app').fill(appCode(secret));
      await main.getByRole('button', { name: 'Turn on' }).click();
      const codes = main.getByRole('group', { name: 'Recovery codes' });
      await expect(codes.getByRole('listitem')).toHaveCount(10);
      await checkAccessibility(page, 'recovery codes');
      const download = page.waitForEvent('download');
      await codes.getByRole('button', { name: 'Download' }).click();
      expect((await download).suggestedFilename()).toBe('recovery-codes.txt');
      const texts = await codes.getByRole('listitem').allTextContents();
      await codes.getByRole('button', { name: 'I have kept them' }).click();
      await expect(main.getByText('You have 10 recovery codes left.')).toBeVisible();
      return texts;
    });

    const other = await newVisitor(browser, device);
    await test.step('a sign-in needs a code of the app', async () => {
      await signIn(other, name);
      const code = other.getByLabel('Code of your authenticator app');
      await expect(code).toBeFocused();
      await checkAccessibility(other, 'second step');
      await code.fill('000000');
      await other.getByRole('button', { name: 'Sign in' }).click();
      await expect(other.getByText('This code is not right.')).toBeVisible();
      // The server accepts each code once, and the codes of the steps beside the present one.
      await code.fill(appCode(secret, 1));
      await other.getByRole('button', { name: 'Sign in' }).click();
      await other.waitForURL('**/home');
    });

    await test.step('a recovery code replaces the app', async () => {
      const third = await newVisitor(browser, device);
      await signIn(third, name);
      await third.getByRole('button', { name: 'Use a recovery code' }).click();
      await third.getByLabel('Recovery code').fill(recoveryCode);
      await third.getByRole('button', { name: 'Sign in' }).click();
      await third.waitForURL('**/home');
      await page.reload();
      await expect(main.getByText('You have 9 recovery codes left.')).toBeVisible();
      await expect(main.getByText('Used a recovery code')).toBeVisible();
    });
  });

test('a passkey signs in alone, and can be removed', async ({ browser }) => {
  const page = await newMember(browser, newName('key'), desktop);
  await addAuthenticator(page);
  await page.goto(SECURITY);
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Add a passkey' }).click();
  await main.getByLabel('Name of the passkey').fill('My laptop');
  await main.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(main.getByText('My laptop')).toBeVisible();

  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL('**/home');

  await page.goto(SECURITY);
  await main.getByRole('button', { name: 'Remove the passkey My laptop' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(main.getByText('My laptop')).toBeHidden();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible();
});

test('a new address waits for its link, and the old one can undo the change', async ({
  browser,
}) => {
  const name = newName('mail');
  const old = `${name}@example.org`;
  const next = `${name}@example.com`;
  const page = await newMember(browser, name, desktop);
  await page.goto(SECURITY);
  const main = page.getByRole('main');

  await test.step('the change asks for a proof', async () => {
    const body = { status: 'fail', code: 'reauth_required', message: '', methods: ['password'] };
    await page.route(
      '**/api/auth/email',
      async (route) => route.fulfill({ status: 403, json: body }),
      { times: 1 },
    );
    await main.getByRole('button', { name: 'Change address' }).click();
    await main.getByLabel('New email address').fill(next);
    await main.getByRole('button', { name: 'Send link' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(main.getByText(`Open the link that we emailed to ${next}.`)).toBeVisible();
    await expect(main.getByText(old)).toBeVisible();
  });

  const visitor = await newVisitor(browser, desktop);
  await test.step('the link confirms the new address', async () => {
    await visitor.goto(await mailedLink(next, 'verify-email'));
    await expect(visitor.getByText('Your email address is confirmed.')).toBeVisible();
    await page.reload();
    await expect(main.getByText(next)).toBeVisible();
  });

  await test.step('the old address gets a mail that undoes it, and ends all sessions', async () => {
    await visitor.goto(await mailedLink(old, 'undo'));
    await visitor.getByRole('button', { name: 'Undo the change' }).click();
    await expect(visitor.getByText(/^The change is undone\./)).toBeVisible();
    await page.waitForURL('**/login');
    await mailedLink(old, 'reset-password');
  });
});
