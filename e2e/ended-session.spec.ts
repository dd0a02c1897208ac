import { expect } from '@playwright/test';
import { arrive, newName, PASSWORD, signIn } from './people.ts';
import { test } from './test.ts';

test('a session that ends elsewhere costs no draft; logging out takes it away', async ({
  browser,
}) => {
  const name = newName('writer');
  const page = await arrive(browser, name);
  const box = page.getByRole('textbox', { name: 'Post text' });
  const notice = page.getByText('Your session has ended. Please sign in again.');
  await box.fill('Half a thought');

  await test.step('the next call finds no session', async () => {
    // Whatever else the page asks for meanwhile would find out first.
    await page.waitForLoadState('networkidle');
    await page.route('**/api/**', async (route) =>
      route.request().url().endsWith('/createpost') ? route.continue() : new Promise(() => {}),
    );
    await page.context().clearCookies();
    await page.getByRole('main').getByRole('button', { name: 'Post', exact: true }).click();
    await page.waitForURL('**/login');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await expect(notice).toBeVisible();
    await expect(page.locator('[data-toaster]')).toBeEmpty();
    // Also where the page was being loaded anew just when it heard.
    await page.goto('/home');
    await expect(notice).toBeVisible();
  });

  await test.step('the same person finds it again', async () => {
    await signIn(page, name);
    await page.waitForURL('**/home');
    await expect(box).toHaveValue('Half a thought');
  });

  await test.step('somebody else does not', async () => {
    const other = newName('other');
    await page.context().clearCookies();
    await page.reload();
    await expect(notice).toBeVisible();
    await page.request.post('/api/auth/register', {
      data: { username: other, email: `${other}@example.org`, fullName: other, password: PASSWORD },
    });
    await signIn(page, other);
    await page.waitForURL('**/home');
    await expect(box).toHaveValue('');
    await page.context().clearCookies();
    await page.reload();
    await signIn(page, name);
    await expect(box).toHaveValue('Half a thought');
  });

  await test.step('logging out in another tab ends it for good', async () => {
    const tab = await page.context().newPage();
    await tab.goto('/home');
    await tab.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL('**/login');
    await expect(notice).toBeHidden();
    expect(await page.evaluate(() => Object.keys(sessionStorage).join())).not.toContain('draft');
    await signIn(page, name);
    await page.waitForURL('**/home');
    await expect(box).toHaveValue('');
  });
});
