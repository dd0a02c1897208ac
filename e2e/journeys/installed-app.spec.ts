import { expect } from '@playwright/test';
import { desktop, phone } from '../support/devices.ts';
import { storedData, waitForWorker } from '../support/stored-data.ts';
import { card, logOut, newMember, newName, signIn, writePost } from '../support/members.ts';
import { startOwnSite, type OwnSite } from '../support/own-site.ts';
import { seeEverything, waitForStored, type Seen } from '../support/seen-pages.ts';
import { test } from '../support/test.ts';

test.use({ serviceWorkers: 'allow' });

const OFFLINE = 'You’re offline. New things will show once you’re back.';
const NOT_SAVED = 'This is not saved for offline. It loads by itself once you’re back online.';
/** Within this time after a reload without a server, lists show. A busy machine gets three times as long. */
const SHOWN_WITHIN_MS = 3_000;

async function expectSeen({ page, friendId, words }: Seen): Promise<void> {
  const within = { timeout: SHOWN_WITHIN_MS };
  await test.step('the feed', async () => {
    await page.goto('/home');
    await expect(card(page, words.post)).toBeVisible(within);
  });
  await test.step('the notifications', async () => {
    await page.goto('/home/noti');
    await expect(page.getByText('liked your post').first()).toBeVisible(within);
  });
  await test.step('the chat', async () => {
    await page.goto(`/home/message?with=${friendId}`);
    await expect(page.getByRole('log').getByText(words.message)).toBeVisible(within);
  });
}

for (const device of [desktop, phone])
  test(`the app opens offline with what was last seen, and a sign-out leaves nothing, ${device.viewport.width} wide`, async ({
    browser,
  }) => {
    const seen = await seeEverything(browser, device);
    const { page, me, words } = seen;
    await page.goto(`/home/profile/${me}`);
    await expect(card(page, words.post)).toBeVisible();
    await waitForWorker(page);
    await page.context().setOffline(true);
    await page.reload();
    await expectSeen(seen);
    await expect(page.getByText(OFFLINE)).toBeVisible();

    await test.step('a page that was never seen says so, and can be tried again', async () => {
      await page.goto('/home/bookmarks');
      const problem = page.getByRole('main').getByRole('alert');
      await expect(problem.getByRole('button', { name: 'Try again' })).toBeVisible();
      await expect(problem).toContainText(NOT_SAVED);
      await expect(problem).not.toContainText('Check your connection');
      await page.goto(`/home/profile/${seen.friend}x`);
      await expect(problem).toContainText('Failed to load profile.');
      await expect(problem).toContainText(NOT_SAVED);
      // The toasts load when the browser is idle.
      await page.waitForLoadState('networkidle');
      await expect(page.locator('[data-toaster] > *')).toHaveCount(0);
    });

    await test.step('the browser stores no signed address and no document of the person', async () => {
      const stored = await storedData(page);
      expect(stored.databases).toContain(words.post);
      expect(stored.databases).toMatch(/\/media\/[\da-f-]{36}\/[^"?]+"/);
      expect(stored.databases).not.toMatch(/[?&]s=[\w-]{20}/);
      expect(stored.caches).not.toContain(me);
    });

    await test.step('a sign-out without a network leaves nothing of the person', async () => {
      await page.goto('/home');
      await logOut(page);
      await page.waitForURL('**/login');
      await expect(page.getByText('You are logged out on this device.')).toBeVisible();
      await expect.poll(async () => (await storedData(page)).rows).toBe(0);
      const stored = await storedData(page);
      for (const text of [stored.databases, stored.caches]) {
        expect(text).not.toContain(me);
        expect(text).not.toContain(words.post);
        expect(text).not.toContain(words.message);
      }
      await page.goto('/home');
      await page.waitForURL('**/login');
    });

    await test.step('the server hears of the sign-out later, and signs nobody in', async () => {
      await page.context().setOffline(false);
      await page.goto('/home');
      await page.waitForURL('**/login');
      await expect.poll(async () => (await page.request.get('/api/auth/me')).status()).toBe(401);
      await signIn(page, me);
      await page.waitForURL('**/home');
      // Posts of other tests can fill the first page of "For you".
      await page.getByRole('tab', { name: 'Following' }).click();
      await expect(card(page, words.post)).toBeVisible();
    });
  });

test.describe('a site of its own', () => {
  test.describe.configure({ timeout: 120_000 });
  let site: OwnSite;
  test.beforeAll(async () => {
    site = await startOwnSite(Number(process.env['E2E_PORT']) - 9_000);
  });
  test.afterAll(() => site.stop());

  test('SERVICE_WORKER=off removes the service worker and what is stored, and signs nobody out', async ({
    browser,
  }) => {
    const { page, words } = await seeEverything(browser, desktop, site.address);
    await site.restart(async () => {}, { SERVICE_WORKER: 'off' });
    await page.goto('/home');
    await expect(card(page, words.post)).toBeVisible();
    const left = async () =>
      page.evaluate(async () => [
        ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
        ...(await caches.keys()),
        ...(await indexedDB.databases()).map(({ name }) => name),
      ]);
    await expect.poll(left).toEqual([]);
    await page.reload();
    await expect(card(page, words.post)).toBeVisible();
    await expect.poll(left).toEqual([]);
    await site.restart(async () => {});
    await page.reload();
    await waitForWorker(page);
  });

  test('the app opens while the server is stopped', async ({ browser }) => {
    const seen = await seeEverything(browser, desktop, site.address);
    await site.stop();
    await expectSeen(seen);
    await logOut(seen.page);
    await seen.page.waitForURL('**/login');
    await expect.poll(async () => (await storedData(seen.page)).rows).toBe(0);
  });
});

test('the app requests stored lists again when the network is back', async ({ browser }) => {
  const { page, me, words } = await seeEverything(browser, desktop);
  await page.goto('/home/bookmarks');
  await expect(page.getByText('No bookmarks found.')).toBeVisible();
  await waitForWorker(page);
  await page.context().setOffline(true);

  await test.step('a shown list', async () => {
    await page.goto('/home');
    await expect(card(page, words.post)).toBeVisible();
    await writePost(page, `Later post of ${me}`);
    await page.context().setOffline(false);
    await expect(card(page, `Later post of ${me}`)).toBeVisible();
  });

  await test.step('a list that failed', async () => {
    await page.context().setOffline(true);
    await page.goto('/home/search?q=nobody&tab=people');
    await expect(page.getByRole('main').getByRole('button', { name: 'Try again' })).toBeVisible();
    await page.context().setOffline(false);
    await expect(page.getByRole('main').getByRole('button', { name: 'Try again' })).toHaveCount(0);
  });
});

test('another person at this browser finds nothing of the first', async ({ browser }) => {
  const seen = await seeEverything(browser, desktop);
  const { page, words } = seen;
  const next = newName('next');
  await newMember(browser, next);
  // The session ends elsewhere, so the next answer of the server is a 401.
  await page.context().clearCookies();
  await page.goto('/home/bookmarks');
  await page.waitForURL('**/login');
  await expect.poll(async () => (await storedData(page)).rows).toBe(0);
  await signIn(page, next);
  await page.waitForURL('**/home/**');
  await waitForStored(page, next);
  await page.context().setOffline(true);
  await page.goto('/home');
  await expect(page.getByText(OFFLINE)).toBeVisible();
  await expect(page.getByText(words.post)).toHaveCount(0);
  expect((await storedData(page)).databases).not.toContain(words.post);
});

test('a share from a phone opens the composer with its content', async ({ browser }) => {
  const page = await newMember(browser, newName('share'), phone);
  await page.goto('/home');
  await waitForWorker(page);
  // The browser sends what the phone shares as a form.
  await page.evaluate(() => {
    const form = Object.assign(document.createElement('form'), {
      method: 'post',
      action: '/share',
      enctype: 'multipart/form-data',
    });
    const add = (name: string, value: string) =>
      form.append(Object.assign(document.createElement('input'), { name, value }));
    add('title', 'A bird');
    add('text', 'Look: https://birds.example/wren');
    add('url', 'https://birds.example/wren');
    const files = new DataTransfer();
    const canvas = document.createElement('canvas');
    const picture = Uint8Array.from(atob(canvas.toDataURL('image/png').split(',')[1]!), (each) =>
      each.charCodeAt(0),
    );
    files.items.add(new File([picture], 'wren.png', { type: 'image/png' }));
    form.append(
      Object.assign(document.createElement('input'), {
        type: 'file',
        name: 'files',
        files: files.files,
      }),
    );
    document.body.append(form);
    form.submit();
  });
  const dialog = page.getByRole('dialog', { name: 'New post' });
  await expect(dialog.getByLabel('Post text')).toHaveValue(
    'A bird\nLook: https://birds.example/wren',
  );
  await expect(
    dialog
      .getByRole('group', { name: /wren\.png/ })
      .or(dialog.locator('img'))
      .first(),
  ).toBeVisible();
  await expect(page).toHaveURL('/home');
  expect((await storedData(page)).databases).not.toContain('birds.example');
});

test('a new version is offered, and never forced', async ({ browser }) => {
  const page = await newMember(browser, newName('old'), desktop);
  // The page believes that it is of an older version.
  await page.route('**/home', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/(name="build" content=")[^"]+/, '$1older');
    await route.fulfill({ response, body });
  });
  await page.goto('/home');
  const notice = page.getByRole('region', { name: /^Notices/ }).getByText('A new version is ready');
  await expect(notice).toBeVisible();
  await page.getByLabel('Post text').fill('Still writing');
  await expect(page.getByLabel('Post text')).toHaveValue('Still writing');
  await page.unrouteAll();
  const isLoaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Reload' }).click();
  await isLoaded;
  await expect(page.getByLabel('Post text')).toHaveValue('Still writing');
  await waitForWorker(page);
  await expect(notice).toHaveCount(0);
});
