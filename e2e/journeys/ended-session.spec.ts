import { expect } from '@playwright/test';
import * as auth from '@roost/contract/auth';
import * as reactions from '@roost/contract/reactions';
import { newMemberAtHome, newName, PASSWORD, signIn } from '../support/members.ts';
import { test } from '../support/test.ts';
import { call } from '../support/api.ts';
import { ANY_API_CALL, urlOf } from '../support/endpoint-urls.ts';

test('an ended session keeps the draft, and a logout removes it', async ({ browser }) => {
  const name = newName('writer');
  const page = await newMemberAtHome(browser, name);
  const box = page.getByRole('textbox', { name: 'Post text' });
  const notice = page.getByText('Your session has ended. Please sign in again.');
  await box.fill('Half a thought');

  await test.step('the next request finds that the session has ended', async () => {
    // After this, no other request of the page can find it out first.
    await page.waitForLoadState('networkidle');
    await page.route(ANY_API_CALL, async (route) =>
      urlOf(reactions.listBookmarks).test(route.request().url())
        ? route.continue()
        : new Promise(() => {}),
    );
    await page.context().clearCookies();
    await page.getByRole('link', { name: 'Bookmarks' }).click();
    await page.waitForURL('**/login');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await expect(notice).toBeVisible();
    await expect(page.locator('[data-toaster]')).toBeEmpty();
    // The notice also shows after a page load.
    await page.goto('/home');
    await expect(notice).toBeVisible();
  });

  await test.step('the same member finds the draft', async () => {
    await signIn(page, name);
    await page.waitForURL('**/home');
    await expect(box).toHaveValue('Half a thought');
  });

  await test.step('another member does not find the draft', async () => {
    const other = newName('other');
    await page.context().clearCookies();
    await page.reload();
    await expect(notice).toBeVisible();
    const names = { username: other, email: `${other}@example.org`, fullName: other };
    await call(page, auth.register, { body: { ...names, password: PASSWORD } });
    await signIn(page, other);
    await page.waitForURL('**/home');
    await expect(box).toHaveValue('');
    await page.context().clearCookies();
    await page.reload();
    await signIn(page, name);
    await expect(box).toHaveValue('Half a thought');
  });

  await test.step('a logout in another tab removes the draft here, and the server keeps it', async () => {
    await box.fill('Half a thought more');
    const tab = await page.context().newPage();
    await tab.goto('/home');
    await tab.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL('**/login');
    await expect(notice).toBeHidden();
    // The end of the session and the other tab's logout are two messages, in any order.
    const stored = async () => page.evaluate(() => Object.keys(sessionStorage).join());
    await expect.poll(stored).not.toContain('draft');
    await signIn(page, name);
    await page.waitForURL('**/home');
    await expect(box).toHaveValue('');
    await page.getByRole('main').getByRole('button', { name: 'Drafts' }).click();
    const drafts = page.getByRole('dialog', { name: 'Drafts' });
    await drafts.getByRole('button', { name: 'Half a thought more' }).click();
    await expect(box).toHaveValue('Half a thought more');
  });
});
