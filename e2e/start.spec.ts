import { expect, type Page } from '@playwright/test';
import { arrive, card, newName, PASSWORD, signIn, writePost } from './people.ts';
import { test } from './test.ts';

/** What the page asks of the API from now on, by path; that a list goes on is told by a mark. */
function requestsOf(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.startsWith('/api/'))
      asked.push(searchParams.has('cursor') ? `${pathname} further` : pathname);
  });
  return asked;
}

const ofTheStart = (asked: string[]) =>
  asked.filter((path) => path === '/api/auth/me' || path === '/api/posts/feed');

/** Notes everything that ever says it is on its way before there is a post. */
async function noteLoading(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    new MutationObserver(() => {
      for (const each of document.querySelectorAll('[aria-label="Loading"], .sr-only')) {
        const words = each.getAttribute('aria-label') ?? each.textContent;
        if (
          words.startsWith('Loading') &&
          !each.closest('aside') &&
          !document.querySelector('article')
        )
          seen.push(words);
      }
    }).observe(document, { childList: true, subtree: true });
  });
  return async () => page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
}

test('a reload shows the feed at once, and asks for nothing the document brought', async ({
  browser,
}) => {
  const page = await arrive(browser, newName('swift'));
  for (let n = 14; n > 0; n -= 1) await writePost(page, `Swift ${n}.`);
  const loading = await noteLoading(page);
  const asked = requestsOf(page);
  await page.reload();
  await expect(card(page, 'Swift 1.')).toBeVisible();
  expect(await loading()).toEqual([]);
  // The socket is there, so whatever comes by itself at the start has been asked for.
  await expect.poll(() => asked.length > 2).toBe(true);
  await page.waitForLoadState('networkidle');
  expect(ofTheStart(asked)).toEqual([]);
  await expect(page.locator('script#start')).toHaveCount(0);

  await test.step('further down, it goes on where the document ended', async () => {
    await expect(async () => {
      await page.mouse.wheel(0, 800);
      await expect(card(page, 'Swift 14.')).toBeVisible({ timeout: 500 });
    }).toPass();
    expect(ofTheStart(asked)).toEqual([]);
    expect(asked).toContain('/api/posts/feed further');
  });

  await test.step('what has become old is asked for again when it is come back to', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Bookmarks' }).first().click();
    await expect(page.getByText('No bookmarks found.')).toBeVisible();
    const before = ofTheStart(asked).length;
    await page.clock.setSystemTime(Date.now() + 6 * 60_000);
    await page.goBack();
    await expect.poll(() => ofTheStart(asked).length).toBeGreaterThan(before);
  });
});

test('another page gets the session only, and opens at once too', async ({ browser }) => {
  const name = newName('direct');
  const page = await arrive(browser, name);
  const asked = requestsOf(page);
  const loading = await noteLoading(page);
  await page.goto('/home/bookmarks');
  await expect(page.getByText('No bookmarks found.')).toBeVisible();
  expect(ofTheStart(asked)).toEqual([]);
  expect((await loading()).filter((words) => words === 'Loading')).toEqual([]);
  await page.goto('/login');
  await page.waitForURL('**/home');
});

test('a feed the document could not bring is asked for, and says what it fails of', async ({
  browser,
}) => {
  const page = await arrive(browser, newName('late'));
  await writePost(page, 'Came late.');
  await page.route('**/home', async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replace(/,"feed":.*<\/script>/s, '}</script>');
    await route.fulfill({ response, body: html });
  });
  await page.route('**/api/posts/feed*', (route) =>
    route.fulfill({
      status: 503,
      json: { status: 'error', message: 'Away.', code: 'unavailable' },
    }),
  );
  await page.reload();
  await expect(page.getByText('Error loading feed: Away.')).toBeVisible();
  await page.unroute('**/api/posts/feed*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(card(page, 'Came late.')).toBeVisible();
});

test('a document without a start works as ever', async ({ browser }) => {
  const page = await arrive(browser, newName('plain'));
  await writePost(page, 'Plainly there.');
  await page.route('**/home', async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replace(
      /<script type="application\/json".*?<\/script>/s,
      '',
    );
    await route.fulfill({ response, body: html });
  });
  const asked = requestsOf(page);
  await page.reload();
  await expect(card(page, 'Plainly there.')).toBeVisible();
  expect(new Set(ofTheStart(asked))).toEqual(new Set(['/api/auth/me', '/api/posts/feed']));
});

test('nothing of one person is there for the next', async ({ browser }) => {
  const [one, next] = [newName('one'), newName('next')];
  const other = await arrive(browser, next);
  const page = await arrive(browser, one);
  await writePost(page, 'Only for followers of one.', 'followers');
  await page.reload();
  const secret = page.getByText('Only for followers of one.');
  await expect(secret).toBeVisible();
  const document = await page.content();
  expect(document).not.toContain('id="start"');

  await test.step('a document of one, shown where the next has signed in since', async () => {
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

  await test.step('one leaves, the next signs in here, and goes back', async () => {
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

  await test.step('a page that lay in the back/forward cache meanwhile', async () => {
    const former = await arrive(browser, newName('former'));
    await writePost(former, 'Only for followers of former.', 'followers');
    await former.reload();
    await expect(former.getByText('Only for followers of former.')).toBeVisible();
    await former.goto('/privacy/');
    // In another tab, as it were: the same cookie jar.
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
