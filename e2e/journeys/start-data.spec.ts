import { expect, type Page } from '@playwright/test';
import * as auth from '@roost/contract/auth';
import * as feed from '@roost/contract/feed';
import {
  newMemberAtHome,
  card,
  newName,
  PASSWORD,
  signIn,
  writePost,
  newMember,
} from '../support/members.ts';
import { test } from '../support/test.ts';
import { ANY_API_CALL, urlOf } from '../support/endpoint-urls.ts';

/** Records the paths of later API requests. A request with a cursor gets the suffix 'further'. */
function recordRequests(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (ANY_API_CALL.test(pathname))
      asked.push(searchParams.has('cursor') ? `${pathname} further` : pathname);
  });
  return asked;
}

const startRequests = (asked: string[]) =>
  asked.filter((path) => path === auth.getMe.path || path === feed.getFeed.path);

/**
 * Records whether the feed says that it loads before it shows a post. Late code has another loading text, so a slow machine
 * changes nothing.
 */
async function recordLoadingFeed(page: Page): Promise<() => Promise<boolean>> {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const isLoading = document.querySelector('main')?.textContent.includes('Loading posts');
      if (isLoading && !document.querySelector('article'))
        Object.assign(globalThis, { hasLoadedFeed: true });
    }).observe(document, { childList: true, subtree: true });
  });
  return async () => page.evaluate(() => 'hasLoadedFeed' in globalThis);
}

test('a reload shows the feed at once, without requests for embedded data', async ({ browser }) => {
  const page = await newMemberAtHome(browser, newName('swift'));
  for (let n = 14; n > 0; n -= 1) await writePost(page, `Swift ${n}.`);
  const hasLoadedFeed = await recordLoadingFeed(page);
  const asked = recordRequests(page);
  await page.reload();
  await expect(card(page, 'Swift 1.')).toBeVisible();
  expect(await hasLoadedFeed()).toBe(false);
  // The socket is connected, so the page has sent all its start requests.
  await expect.poll(() => asked.length > 2).toBe(true);
  await page.waitForLoadState('networkidle');
  expect(startRequests(asked)).toEqual([]);
  await expect(page.locator('script#start')).toHaveCount(0);

  await test.step('scrolling continues after the embedded page', async () => {
    await expect(async () => {
      await page.mouse.wheel(0, 800);
      await expect(card(page, 'Swift 14.')).toBeVisible({ timeout: 500 });
    }).toPass();
    expect(startRequests(asked)).toEqual([]);
    expect(asked).toContain(`${feed.getFeed.path} further`);
  });

  await test.step('stale data is requested again on return', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Bookmarks' }).first().click();
    await expect(page.getByText('No bookmarks found.')).toBeVisible();
    const before = startRequests(asked).length;
    await page.clock.setSystemTime(Date.now() + 6 * 60_000);
    await page.goBack();
    await expect.poll(() => startRequests(asked).length).toBeGreaterThan(before);
  });
});

test('other pages embed the session and do not request it', async ({ browser }) => {
  const name = newName('direct');
  const page = await newMember(browser, name);
  const asked = recordRequests(page);
  await page.goto('/home/bookmarks');
  await expect(page.getByText('No bookmarks found.')).toBeVisible();
  expect(startRequests(asked)).toEqual([]);
  await page.goto('/login');
  await page.waitForURL('**/home');
});

test('a feed missing from the document is requested, and a failure is shown', async ({
  browser,
}) => {
  const page = await newMember(browser, newName('late'));
  await writePost(page, 'Came late.');
  await page.route('**/home', async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replace(/,"feed":.*<\/script>/s, '}</script>');
    await route.fulfill({ response, body: html });
  });
  await page.route(urlOf(feed.getFeed), (route) =>
    route.fulfill({
      status: 503,
      json: { status: 'error', message: 'Away.', code: 'unavailable' },
    }),
  );
  const hasLoadedFeed = await recordLoadingFeed(page);
  await page.goto('/home');
  await expect(page.getByText('Error loading feed: Away.')).toBeVisible();
  expect(await hasLoadedFeed()).toBe(true);
  await page.unroute(urlOf(feed.getFeed));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(card(page, 'Came late.')).toBeVisible();
});

test('a document without start data works', async ({ browser }) => {
  const page = await newMember(browser, newName('plain'));
  await writePost(page, 'Plainly there.');
  await page.route('**/home', async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replace(
      /<script type="application\/json" id="start">.*?<\/script>/s,
      '',
    );
    await route.fulfill({ response, body: html });
  });
  const asked = recordRequests(page);
  await page.goto('/home');
  await expect(card(page, 'Plainly there.')).toBeVisible();
  expect(new Set(startRequests(asked))).toEqual(new Set([auth.getMe.path, feed.getFeed.path]));
});

test('the next member sees nothing of the former one', async ({ browser }) => {
  const [one, next] = [newName('one'), newName('next')];
  const other = await newMemberAtHome(browser, next);
  const page = await newMember(browser, one);
  await writePost(page, 'Only for followers of one.', 'followers');
  await page.goto('/home');
  const secret = page.getByText('Only for followers of one.');
  await expect(secret).toBeVisible();
  const document = await page.content();
  expect(document).not.toContain('id="start"');

  await test.step('the former member’s document does not show to the next member', async () => {
    const html = await (await page.request.get('/home')).text();
    expect(html).toContain('Only for followers of one.');
    await other.route('**/home', (route) =>
      route.fulfill({ body: html, contentType: 'text/html' }),
    );
    await other.reload();
    await expect(other.getByRole('link', { name: 'Profile' }).first()).toHaveAttribute(
      'href',
      `/home/profile/${next}`,
    );
    await expect(other.getByRole('tab', { name: 'For you' })).toBeVisible();
    await expect(other.getByText('Only for followers of one.')).toHaveCount(0);
  });

  await test.step('Back shows nothing of the former member after a logout', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Bookmarks' }).first().click();
    await expect(page.getByText('No bookmarks found.')).toBeVisible();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL('**/login');
    await page.goBack();
    await expect(secret).toHaveCount(0);
    await page.goto('/login');
    await signIn(page, next);
    await page.waitForURL('**/home');
    for (let steps = 0; steps < 3; steps += 1) {
      await page.goBack();
      await expect(secret).toHaveCount(0);
    }
    await page.goto('/home');
    await expect(page.getByRole('link', { name: 'Profile' }).first()).toHaveAttribute(
      'href',
      `/home/profile/${next}`,
    );
    await expect(secret).toHaveCount(0);
  });

  await test.step('the back/forward cache shows nothing of the former member', async () => {
    const former = await newMember(browser, newName('former'));
    await writePost(former, 'Only for followers of former.', 'followers');
    await former.goto('/home');
    await expect(former.getByText('Only for followers of former.')).toBeVisible();
    await former.goto('/privacy/');
    // Another tab with the same cookies.
    const tab = await former.context().newPage();
    await tab.goto('/home');
    await tab.getByRole('button', { name: 'Log out' }).click();
    await tab.waitForURL('**/login');
    await signIn(tab, next, PASSWORD);
    await tab.waitForURL('**/home');
    await former.goBack();
    await expect(former.getByRole('link', { name: 'Profile' }).first()).toHaveAttribute(
      'href',
      `/home/profile/${next}`,
    );
    await expect(former.getByText('Only for followers of former.')).toHaveCount(0);
  });
});
