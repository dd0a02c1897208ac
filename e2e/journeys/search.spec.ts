import { expect, type Page } from '@playwright/test';
import * as search from '@roost/contract/search';
import {
  newMemberAtHome,
  card,
  newName,
  newWord,
  UNMATCHED_NAME,
  writePost,
  newMember,
  newApiMember,
} from '../support/members.ts';
import { checkAccessibility } from '../support/accessibility.ts';
import { positionAtRest } from '../support/scrolling.ts';
import { searchBox } from '../support/search-box.ts';
import { test } from '../support/test.ts';
import { desktop, phone } from '../support/devices.ts';
import { variants } from '../support/matrix.ts';
import { call, follow } from '../support/api.ts';
import { urlOf } from '../support/endpoint-urls.ts';

const sizes = variants(desktop.viewport, phone.viewport);

const tab = (page: Page, name: string) => page.getByRole('tab', { name });

for (const viewport of sizes) {
  test(`the search page shows trends before a search, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const page = await newMemberAtHome(browser, newName('mara'), { viewport });
    await page.getByRole('link', { name: 'Explore' }).click();
    await expect(page).toHaveURL(/\/home\/search$/);
    await expect(page.getByRole('heading', { name: 'Trending' })).toBeVisible();
    await expect(tab(page, 'Posts')).toHaveAttribute('aria-selected', 'true');
    await checkAccessibility(page, 'no search');
  });

  test(`a search for posts marks matches and keeps the query in the URL, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const page = await newMember(browser, newName('mara'), { viewport });
    const rare = newWord();
    const theo = newName('theo');
    await writePost(await newApiMember(browser, theo), `Frost on the ${rare} roof`);
    await writePost(page, `More of ${rare}`);
    await page.goto('/home/search');
    await searchBox(page).fill(`${rare.toUpperCase()} roo`);
    await expect(card(page, 'Frost on the')).toHaveCount(1);
    await expect(page).toHaveURL(new RegExp(`/home/search\\?q=${rare.toUpperCase()}\\+roo$`));
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(page.locator('mark')).toHaveText([rare, 'roof']);
    await checkAccessibility(page, 'posts');
    await searchBox(page).fill(`${rare}nothing`);
    await expect(page.getByText(`No posts found for "${rare}nothing".`)).toBeVisible();
    await checkAccessibility(page, 'no posts');
    await searchBox(page).fill(`from:${theo} "${rare} roof"`);
    await expect(card(page, 'Frost on the')).toHaveCount(1);
    await page.reload();
    await expect(searchBox(page)).toHaveValue(`from:${theo} "${rare} roof"`);
    await expect(card(page, 'Frost on the')).toHaveCount(1);
  });

  test(`a search for people allows a follow, but not of oneself, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const [mara, theo] = [newName('mara'), newName('theo')];
    const page = await newMember(browser, mara, { viewport });
    await newApiMember(browser, theo);
    await page.goto('/home/search');
    await tab(page, 'People').click();
    await searchBox(page).fill(theo);
    await expect(page).toHaveURL(new RegExp(`\\?q=${theo}&tab=people$`));
    const row = page.getByRole('list', { name: 'People' }).getByRole('listitem');
    await expect(row).toHaveCount(1);
    await row.getByRole('button', { name: 'Follow' }).click();
    await expect(row.getByRole('button', { name: 'Following' })).toBeVisible();
    await checkAccessibility(page, 'people');
    await searchBox(page).fill(mara);
    await expect(row.getByText(`@${mara}`)).toBeVisible();
    await expect(row.getByRole('button')).toHaveCount(0);
    await searchBox(page).fill(UNMATCHED_NAME);
    await expect(page.getByText('No people found...')).toBeVisible();
    await searchBox(page).fill('z');
    await expect(page.getByText('Type at least 2 characters')).toBeVisible();
    await checkAccessibility(page, 'nobody');
    await searchBox(page).fill(theo);
    await row.getByRole('link').click();
    await expect(page).toHaveURL(new RegExp(`/home/profile/${theo}$`));
    await page.goBack();
    await expect(searchBox(page)).toHaveValue(theo);
  });

  test(`a follower finds followers-only posts, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const page = await newMember(browser, newName('mara'), { viewport });
    const rare = newWord();
    const theo = newName('theo');
    const other = await newApiMember(browser, theo);
    await writePost(other, `Frost on the ${rare} roof`);
    await writePost(other, `Only followers read of ${rare}`, 'followers');
    await follow(page, theo);
    await page.goto(`/home/search?q=${rare}`);
    await expect(page.getByRole('article')).toHaveCount(2);
  });

  test(`a trending hashtag leads to its posts, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const page = await newMember(browser, newName('mara'), { viewport });
    const tag = `T${newWord()}`;
    const theo = newName('theo');
    await writePost(await newApiMember(browser, theo), `Frost on the roof #${tag}`);
    await writePost(page, `Mine, with #${tag} and @${theo} but not @${newName('nobody')}`);
    // The server computes trends only once a minute.
    await page.route(urlOf(search.listTrending), async (route) =>
      route.fulfill({
        json: { status: 'success', success: true, hashtags: [{ _id: tag, count: 2 }] },
      }),
    );
    await page.goto('/home/search?tab=trending');
    const trend = page.getByRole('link', { name: `#${tag} (2 posts)` });
    await expect(trend).toBeVisible();
    await checkAccessibility(page, 'trending');
    await trend.click();
    await expect(page).toHaveURL(new RegExp(`/home/search\\?q=%23${tag}$`));
    await expect(tab(page, 'Posts')).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('article')).toHaveCount(2);
    const mine = card(page, 'Mine, with');
    await expect(mine.getByRole('link', { name: `@${theo}`, exact: true })).toHaveCount(1);
    await expect(mine.getByRole('link', { name: '@nobody' })).toHaveCount(0);
    await page.goBack();
    await expect(tab(page, 'Trending')).toHaveAttribute('aria-selected', 'true');
    await page.getByRole('combobox').fill(tag);
    await page.keyboard.press('Enter');
    await expect(tab(page, 'Posts')).toHaveAttribute('aria-selected', 'true');
    await expect(mine).toBeVisible();
  });

  test(`a hashtag in a post leads to the search, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const page = await newMember(browser, newName('mara'), { viewport });
    const tag = `T${newWord()}`;
    const theo = newName('theo');
    await writePost(await newApiMember(browser, theo), `Frost on the roof #${tag}`);
    await page.goto(`/home/profile/${theo}`);
    await page
      .getByRole('article')
      .getByRole('link', { name: `#${tag}` })
      .click();
    await expect(searchBox(page)).toHaveValue(`#${tag}`);
  });

  test(`a failed search shows an error and can be retried, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const page = await newMember(browser, newName('mara'), { viewport });
    for (const [endpoint, address, words, result] of [
      [
        search.searchPosts,
        `?q=${newWord()}`,
        'Error searching posts',
        page.getByText('No posts found'),
      ],
      [
        search.searchUsers,
        `?q=${newWord()}&tab=people`,
        'Error searching people',
        page.getByText('No people found'),
      ],
      [
        search.listTrending,
        '?tab=trending',
        'Error loading trending hashtags',
        page
          .getByRole('list', { name: 'Trending hashtags' })
          .or(page.getByText('No trending hashtags found.')),
      ],
    ] as const) {
      await page.route(urlOf(endpoint), async (route) => route.fulfill({ status: 503, body: '' }));
      await page.goto(`/home/search${address}`);
      await expect(page.getByRole('alert').getByText(words)).toBeVisible();
      await page.unrouteAll();
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(result).toBeVisible();
      await expect(page.getByText(words)).toHaveCount(0);
    }
    await page.route(urlOf(search.listTrending), async (route) =>
      route.fulfill({ json: { status: 'success', success: true, hashtags: [] } }),
    );
    await page.goto('/home/search?tab=trending');
    await expect(page.getByText('No trending hashtags found.')).toBeVisible();
  });

  test(`a slow answer to an older search is dropped, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const rare = newWord();
    const page = await newMember(browser, newName('mara'), { viewport });
    await writePost(page, `Frost on the ${rare} roof`);
    await writePost(page, `More of ${rare}`);
    await page.goto('/home/search');
    const [asked, released, answered] = [1, 2, 3].map(() => Promise.withResolvers<void>());
    await page.route(urlOf(search.searchPosts), async (route) => {
      if (!route.request().url().includes('Frost')) return route.fallback();
      const response = await route.fetch();
      asked!.resolve();
      await released!.promise;
      // The page may have cancelled the request.
      await route.fulfill({ response }).catch(() => {});
      answered!.resolve();
    });
    await searchBox(page).fill('Frost');
    await asked!.promise;
    await searchBox(page).fill(rare);
    await expect(page.getByRole('article')).toHaveCount(2);
    released!.resolve();
    await answered!.promise;
    await positionAtRest(page.getByRole('article').last());
    await expect(page.getByRole('article')).toHaveCount(2);
  });
}

test('a list of people continues after a page without new people', async ({ browser }) => {
  const mara = newName('mara');
  const page = await newMember(browser, mara);
  const others = [newName('ann'), newName('ben')];
  for (const name of others) await newApiMember(browser, name);
  const found = async (name: string) => {
    const { data } = await call(page, search.searchUsers, { query: { query: name } });
    return data.users[0];
  };
  const [ann, ben] = [await found(others[0]!), await found(others[1]!)];
  const pages = [[ann], [ann], [ann], [ben]];
  await page.route(urlOf(search.searchUsers), async (route) => {
    const at = Number(new URL(route.request().url()).searchParams.get('cursor'));
    const nextCursor = at + 1 < pages.length ? String(at + 1) : null;
    const data = { users: pages[at], pagination: { nextCursor } };
    await route.fulfill({ json: { status: 'success', data } });
  });
  await page.goto('/home/search?q=an&tab=people');
  const rows = page.getByRole('list', { name: 'People' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);

  await test.step('it continues after a refetch while its end is visible', async () => {
    const cursors: (string | null)[] = [];
    let isOld = true;
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await page.unrouteAll();
    await page.route(urlOf(search.searchUsers), async (route) => {
      const cursor = new URL(route.request().url()).searchParams.get('cursor');
      cursors.push(cursor);
      if (isOld && cursor) return;
      if (!isOld && !cursor) await answered;
      const data = { users: [cursor ? ben : ann], pagination: { nextCursor: cursor ? null : 'b' } };
      await route.fulfill({ json: { status: 'success', data } });
    });
    await page.goto('/home/search?q=en&tab=people');
    await expect.poll(() => cursors).toEqual([null, 'b']);
    await tab(page, 'Posts').click();
    isOld = false;
    await page.clock.setSystemTime(Date.now() + 600_000);
    await tab(page, 'People').click();
    await expect.poll(() => cursors.length).toBe(3);
    await expect(rows).toHaveCount(1);
    answer();
    await expect(rows).toHaveCount(2);
  });
});

test('another page can open the search with its box focused', async ({ browser }) => {
  const page = await newMemberAtHome(browser, newName('mara'));
  await page.evaluate(() => {
    history.pushState(
      { state: { focusSearch: true }, key: 'asked', number: 1 },
      '',
      '/home/search',
    );
    dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }));
  });
  await expect(searchBox(page)).toBeFocused();
});
