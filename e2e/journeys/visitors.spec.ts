import { expect, type Page } from '@playwright/test';
import * as auth from '@roost/contract/auth';
import {
  newMemberAtHome,
  card,
  newName,
  register,
  signIn,
  writePost,
  newMember,
} from '../support/members.ts';
import { test } from '../support/test.ts';
import { expectOnlyShareToast, recordToasts } from '../support/toasts.ts';
import { call } from '../support/api.ts';

/** Collects the errors in the browser's console after this call. Failed requests count, too. */
function recordErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}

test('pages for signed-out visitors cause no error in the console', async ({ page }) => {
  const errors = recordErrors(page);
  for (const path of ['/login', '/register', '/reset-password/some-token']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
  }
  await page.goto('/home');
  await page.waitForURL('**/login');
  for (const path of ['privacy', 'terms-and-conditions', 'shipping', 'contact-us']) {
    await page.goto(`/${path}/`);
    await page.waitForLoadState('networkidle');
  }
  expect(errors).toEqual([]);
});

test('a registration is kept over a look at the terms, and forgotten when it is given up', async ({
  page,
}) => {
  const stored = async () =>
    page.evaluate(() =>
      JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)]),
    );
  await page.goto('/register');
  await page.getByLabel('Email').fill('undecided@example.org');
  await page.getByLabel('Password', { exact: true }).fill('nine birds on a wire');
  await page.getByRole('button', { name: 'Show password' }).click();
  await page.getByRole('link', { name: 'Terms', exact: true }).click();
  await page.waitForURL('**/terms-and-conditions/');
  expect(await stored()).toContain('undecided@example.org');
  await page.goto('/register');
  await expect(page.getByLabel('Email')).toHaveValue('undecided@example.org');
  expect(await stored()).not.toContain('nine birds');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(await stored()).not.toContain('undecided');
  await page.getByRole('link', { name: 'Sign up' }).click();
  await expect(page.getByLabel('Full name')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('');
});

for (const [what, loseSession] of [
  ['was ended elsewhere', async (page: Page) => endSession(page)],
  ['was lost with its cookie', async (page: Page) => page.context().clearCookies()],
] as const)
  test(`a session that ${what} causes no error in the console`, async ({ browser }) => {
    const page = await newMemberAtHome(browser, newName('former'));
    // Leave the app, because its open page would notice first.
    await page.goto('/privacy/');
    await loseSession(page);
    const errors = recordErrors(page);
    for (const path of ['/home', '/login', '/premium']) {
      await page.goto(path);
      await page.waitForURL('**/login');
      await expect(page.getByLabel('Email')).toBeVisible();
      if (path === '/home')
        await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
      await page.waitForLoadState('networkidle');
    }
    expect(errors).toEqual([]);
  });

test('a page requested before a sign-in in another tab does not end the session', async ({
  browser,
}) => {
  const name = newName('twotabs');
  const page = await newMemberAtHome(browser, name);
  const tab = await page.context().newPage();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL('**/login');
  const [isAsked, mayArrive] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await tab.route('**/home', async (route) => {
    const response = await route.fetch();
    isAsked.resolve();
    await mayArrive.promise;
    await route.fulfill({ response });
  });
  const coming = tab.goto('/home');
  await isAsked.promise;
  await signIn(page, name);
  await page.waitForURL('**/home');
  mayArrive.resolve();
  await coming;
  for (const each of [tab, page])
    await expect(each.getByRole('tab', { name: 'For you' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/home');
});

/** Ends the page's session on the server. The browser keeps its cookie. */
async function endSession(page: Page): Promise<void> {
  const cookies = await page.context().cookies();
  await call(page, auth.logout, {});
  await page.context().addCookies(cookies);
}

test('after registration, the form says that it is time to sign in', async ({ page }) => {
  const name = newName('ready');
  await register(page, name);
  await expect(page.getByText('Your account is ready. Sign in to start.')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(`${name}@example.org`);
});

test('an unknown URL redirects home with a toast; the root without one', async ({ browser }) => {
  const page = await newMemberAtHome(browser, newName('lost'));
  await writePost(page, 'Still here.');
  const toast = 'That page doesn’t exist. Check its address.';
  const shown = await recordToasts(page);
  for (const path of ['/nowhere', '/home/nowhere/at/all']) {
    await page.goto(path);
    await page.waitForURL('**/home');
    await expect.poll(shown).toEqual([toast]);
  }
  await page.goto('/');
  await page.waitForURL('**/home');
  await expectOnlyShareToast(card(page, 'Still here.'), shown);
});

test('hashtags, mentions and links in a text are underlined', async ({ browser }) => {
  const name = newName('plain');
  const page = await newMember(browser, name);
  await writePost(page, `See #roost by @${name} on https://example.org/a`);
  await page.goto('/home');
  for (const words of ['#roost', `@${name}`, 'example.org/a'])
    await expect(
      card(page, 'See #roost').getByRole('link', { name: words, exact: true }).last(),
    ).toHaveCSS('text-decoration-line', 'underline');
});

test('the search shows matching people above the posts', async ({ browser }) => {
  const name = newName('found');
  const page = await newMember(browser, name);
  await page.goto(`/home/search?q=${name}`);
  await expect(page.getByText(`No posts found for "${name}".`)).toBeVisible();
  const people = page.getByRole('region', { name: 'People' });
  await expect(people.getByRole('link', { name }).first()).toBeVisible();
  await people.getByRole('button', { name: 'Show all people' }).click();
  await expect(page).toHaveURL(/tab=people/);
});
