import { expect, type Page } from '@playwright/test';
import { arrive, card, newName, NOBODY, writePost } from './people.ts';
import { inEveryTheme } from './themes.ts';
import { test } from './test.ts';

const sizes = [
  { width: 1280, height: 860 },
  { width: 390, height: 844 },
];
// What trends is found out once a minute, and everything is looked at in every theme.
test.setTimeout(300_000);

const box = (page: Page) =>
  page.getByRole('searchbox', { name: 'Search people, posts or hashtags' });
const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const word = () => `w${Math.random().toString(36).slice(2, 12)}`;

for (const viewport of sizes) {
  test(`finding posts, people and what trends, ${viewport.width} wide`, async ({ browser }) => {
    const rare = word();
    const tag = `T${word()}`;
    const mara = newName('mara');
    const theo = newName('theo');
    const page = await arrive(browser, mara, { viewport });
    const other = await arrive(browser, theo, { viewport });
    await writePost(other, `Frost on the ${rare} roof #${tag}`);
    await writePost(other, `Only followers read of ${rare}`, 'followers');
    await writePost(page, `Mine, with #${tag} and @${theo} but not @${newName('nobody')}`);

    await test.step('nothing is looked for yet', async () => {
      await page.getByRole('link', { name: 'Explore' }).click();
      await expect(page).toHaveURL(/\/home\/search$/);
      await expect(page.getByRole('heading', { name: 'Trending' })).toBeVisible();
      await expect(tab(page, 'Posts')).toHaveAttribute('aria-selected', 'true');
      await inEveryTheme(page, 'no search');
    });

    await test.step('posts: words and tags in the address, matches marked, nothing hidden', async () => {
      await box(page).fill(`${rare.toUpperCase()} roo`);
      await expect(card(page, 'Frost on the')).toHaveCount(1);
      await expect(page).toHaveURL(new RegExp(`/home/search\\?q=${rare.toUpperCase()}\\+roo$`));
      await expect(page.getByRole('article')).toHaveCount(1);
      await expect(page.locator('mark')).toHaveText([rare, 'roof']);
      await inEveryTheme(page, 'posts');
      await box(page).fill(`${rare}nothing`);
      await expect(page.getByText(`No posts found for "${rare}nothing".`)).toBeVisible();
      await inEveryTheme(page, 'no posts');
      await box(page).fill(`from:${theo} "${rare} roof"`);
      await expect(card(page, 'Frost on the')).toHaveCount(1);
      await page.reload();
      await expect(box(page)).toHaveValue(`from:${theo} "${rare} roof"`);
      await expect(card(page, 'Frost on the')).toHaveCount(1);
    });

    await test.step('people: a follow at once, none for oneself', async () => {
      await tab(page, 'People').click();
      await box(page).fill(theo);
      await expect(page).toHaveURL(new RegExp(`\\?q=${theo}&tab=people$`));
      const row = page.getByRole('list', { name: 'People' }).getByRole('listitem');
      await expect(row).toHaveCount(1);
      await row.getByRole('button', { name: 'Follow' }).click();
      await expect(row.getByRole('button', { name: 'Following' })).toBeVisible();
      await inEveryTheme(page, 'people');
      await box(page).fill(mara);
      await expect(row.getByText(`@${mara}`)).toBeVisible();
      await expect(row.getByRole('button')).toHaveCount(0);
      await box(page).fill(NOBODY);
      await expect(page.getByText('No people found...')).toBeVisible();
      await box(page).fill('z');
      await expect(page.getByText('Type at least 2 characters')).toBeVisible();
      await inEveryTheme(page, 'nobody');
      await box(page).fill(theo);
      await row.getByRole('link').click();
      await expect(page).toHaveURL(new RegExp(`/home/profile/${theo}$`));
      await page.goBack();
      await expect(box(page)).toHaveValue(theo);
    });

    await test.step('now following, the followers-only post is found', async () => {
      await page.goto(`/home/search?q=${rare}`);
      await expect(page.getByRole('article')).toHaveCount(2);
    });

    await test.step('trending: a hashtag leads to its posts', async () => {
      await expect
        .poll(async () => (await page.request.get('/api/posts/trending-hashtags')).text(), {
          timeout: 100_000,
          intervals: [2_000],
        })
        .toContain(tag);
      await page.goto('/home/search?tab=trending');
      const trend = page.getByRole('link', { name: `#${tag} (2 posts)` });
      await expect(trend).toBeVisible();
      await inEveryTheme(page, 'trending');
      await trend.click();
      await expect(page).toHaveURL(new RegExp(`/home/search\\?q=%23${tag}$`));
      await expect(tab(page, 'Posts')).toHaveAttribute('aria-selected', 'true');
      await expect(page.getByRole('article')).toHaveCount(2);
      const mine = card(page, 'Mine, with');
      await expect(mine.getByRole('link', { name: `@${theo}`, exact: true })).toHaveCount(1);
      await expect(mine.getByRole('link', { name: '@nobody' })).toHaveCount(0);
      await page.goBack();
      await expect(tab(page, 'Trending')).toHaveAttribute('aria-selected', 'true');
    });

    await test.step('what fails says so, and can be tried again', async () => {
      for (const [path, name, words] of [
        ['posts/search', 'Posts', 'Error searching posts'],
        ['users/search', 'People', 'Error searching people'],
        ['posts/trending-hashtags', 'Trending', 'Error loading trending hashtags'],
      ] as const) {
        await page.route(`**/api/${path}*`, async (route) =>
          route.fulfill({ status: 503, body: '' }),
        );
        await page.goto(`/home/search?q=${rare}`);
        await tab(page, name).click();
        await expect(page.getByRole('alert').getByText(words)).toBeVisible();
        await page.unrouteAll();
        await page.getByRole('button', { name: 'Try again' }).click();
        await expect(page.getByText(words)).toHaveCount(0);
      }
      await page.route('**/api/posts/trending-hashtags', async (route) =>
        route.fulfill({ json: { status: 'success', success: true, hashtags: [] } }),
      );
      await page.goto('/home/search?tab=trending');
      await expect(page.getByText('No trending hashtags found.')).toBeVisible();
      await page.unrouteAll();
    });

    await test.step('a slow answer to an older search is not shown', async () => {
      await page.goto('/home/search');
      let waiting = 0;
      await page.route('**/api/posts/search*', async (route) => {
        if (route.request().url().includes('Frost') && (waiting += 1))
          await page.waitForTimeout(2_000);
        await route.continue().catch(() => {});
      });
      await box(page).fill('Frost');
      await expect.poll(() => waiting).toBe(1);
      await box(page).fill(rare);
      await expect(page.getByRole('article')).toHaveCount(2);
      await page.waitForTimeout(2_200);
      await expect(page.getByRole('article')).toHaveCount(2);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });

    await test.step('a hashtag in a post leads here', async () => {
      await page.goto(`/home/profile/${theo}`);
      await page
        .getByRole('article')
        .getByRole('link', { name: `#${tag}` })
        .click();
      await expect(box(page)).toHaveValue(`#${tag}`);
    });
  });

  test(`names and hashtags are offered while writing, ${viewport.width} wide`, async ({
    browser,
  }) => {
    const tag = word();
    const theo = newName('theo');
    const page = await arrive(browser, newName('mara'), { viewport });
    const other = await arrive(browser, theo);
    await writePost(other, `A #${tag}`);
    if (viewport.width < 768) await page.getByRole('button', { name: 'Post', exact: true }).click();
    const writing = page.getByRole('textbox', { name: 'Post text' }).last();
    const list = page.getByRole('listbox');

    await writing.pressSequentially(`Hello @${theo.slice(0, 8)}`);
    await expect(list.getByRole('option').filter({ hasText: `@${theo}` })).toBeVisible();
    await expect(list.getByRole('option', { selected: true })).toHaveCount(1);
    const active = await list.getByRole('option', { selected: true }).getAttribute('id');
    await expect(writing).toHaveAttribute('aria-activedescendant', active ?? '');
    await inEveryTheme(page, 'suggestions');
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
    await expect(writing).toBeVisible();

    await writing.fill('');
    await writing.pressSequentially(`Hello @${theo}`);
    await expect(list.getByRole('option', { selected: true })).toHaveCount(1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(writing).toHaveValue(`Hello @${theo} `);
    await expect(list).toBeHidden();
    await writing.pressSequentially(`#${tag.slice(0, 9)}`);
    await expect(list.getByRole('option', { name: `#${tag}` })).toBeVisible();
    await expect(list).toHaveAttribute('aria-busy', 'false');
    await expect(list.getByRole('option', { selected: true })).toHaveCount(0);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await expect(writing).toHaveValue(`Hello @${theo} #${tag} `);
    await expect(writing).toBeFocused();
    await writing.pressSequentially(`@${theo}`);
    await list.getByRole('option').first().click();
    await expect(writing).toHaveValue(`Hello @${theo} #${tag} @${theo} `);
    await expect(writing).toBeFocused();

    await test.step('keys put in nothing that does not fit what is typed', async () => {
      await writing.fill('');
      await writing.pressSequentially(`@${theo.slice(0, 8)}`);
      await expect(list.getByRole('option', { selected: true })).toHaveCount(1);
      await page.route('**/api/search/mentions*', () => {});
      // Never asked for before, so there is no kept answer that fits.
      await writing.pressSequentially('zz');
      await page.keyboard.press('Enter');
      await expect(writing).toHaveValue(`@${theo.slice(0, 8)}zz\n`);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await writing.fill('');
      await writing.pressSequentially(`#${tag.slice(0, 9)}`);
      await expect(list).toHaveAttribute('aria-busy', 'false');
      await expect(list.getByRole('option', { name: `#${tag}` })).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(writing).toHaveValue(`#${tag.slice(0, 9)}\n`);
    });
  });
}

test('a list of people goes on over a page that brings nobody new', async ({ browser }) => {
  const mara = newName('mara');
  const page = await arrive(browser, mara);
  const others = [newName('ann'), newName('ben')];
  for (const name of others) await arrive(browser, name);
  const found = async (name: string) => {
    const answer = await page.request.get(`/api/users/search?query=${name}`);
    return ((await answer.json()) as { data: { users: unknown[] } }).data.users[0];
  };
  const [ann, ben] = [await found(others[0]!), await found(others[1]!)];
  const pages = [[ann], [ann], [ann], [ben]];
  await page.route('**/api/users/search*', async (route) => {
    const at = Number(new URL(route.request().url()).searchParams.get('cursor'));
    const nextCursor = at + 1 < pages.length ? String(at + 1) : null;
    const data = { users: pages[at], pagination: { nextCursor } };
    await route.fulfill({ json: { status: 'success', data } });
  });
  await page.goto('/home/search?q=an&tab=people');
  const rows = page.getByRole('list', { name: 'People' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);

  await test.step('and after it was asked for anew, with its end in sight', async () => {
    const cursors: (string | null)[] = [];
    let isOld = true;
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await page.unrouteAll();
    await page.route('**/api/users/search*', async (route) => {
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

test('an open search can be asked for from elsewhere', async ({ browser }) => {
  const page = await arrive(browser, newName('mara'));
  await page.evaluate(() => {
    history.pushState({ usr: { focusSearch: true }, key: 'asked', idx: 1 }, '', '/home/search');
    dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }));
  });
  await expect(box(page)).toBeFocused();
});
