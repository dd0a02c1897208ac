import { expect as look, type Page } from '@playwright/test';
import { arrive, card, newName, writeComment, writePost } from './people.ts';
import { inEveryTheme } from './themes.ts';
import { test } from './test.ts';

const sizes = [
  { width: 1280, height: 860 },
  { width: 390, height: 844 },
];
// Two people at once take their time on a busy machine.
const expect = look.configure({ timeout: 15_000 });
test.setTimeout(300_000);

const filter = (page: Page) => page.getByRole('textbox', { name: 'Filter bookmarks' });
const keep = (page: Page, id: string) => page.request.post(`/api/users/bookmarks/${id}`);

for (const viewport of sizes) {
  test(`bookmarks, ${viewport.width} wide`, async ({ browser }) => {
    const author = newName('author');
    const other = await arrive(browser, author);
    const page = await arrive(browser, newName('keeper'), { viewport });

    await test.step('found in the navigation; empty at first', async () => {
      if (viewport.width < 768) {
        await expect(
          page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Bookmarks' }),
        ).toHaveCount(0);
        await page.getByRole('button', { name: 'Account' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Bookmarks' }).click();
      } else await page.getByRole('link', { name: 'Bookmarks' }).click();
      await expect(page).toHaveURL(/\/home\/bookmarks$/);
      await expect(page.getByRole('heading', { name: 'Bookmarks' })).toBeVisible();
      await expect(page.getByText('No bookmarks found.')).toBeVisible();
    });

    await test.step('the filter looks through older pages, and says so', async () => {
      await keep(page, await writePost(other, 'The very first: a needle'));
      for (let n = 1; n <= 13; n += 1) await keep(page, await writePost(page, `Straw ${n}.`));
      await page.reload();
      await expect(card(page, 'Straw 13.')).toBeVisible();
      await page.route('**/api/users/bookmarks?*', async (route) => {
        await new Promise((later) => setTimeout(later, 800));
        await route.continue();
      });
      await page.reload();
      await filter(page).fill('needle');
      await expect(page.getByText('Looking through older posts…')).toBeVisible();
      await expect(card(page, 'a needle')).toBeVisible();
      await expect(card(page, 'Straw')).toHaveCount(0);
      await expect(page.getByText('Looking through older posts…')).toHaveCount(0);
      await page.unroute('**/api/users/bookmarks?*');
      for (const words of [`@${author}`, `${author.toUpperCase()} of roost`]) {
        await filter(page).fill(words);
        await expect(card(page, 'Straw')).toHaveCount(0);
        await expect(card(page, 'a needle')).toBeVisible();
      }
      await filter(page).fill('no such words');
      await expect(page.getByText('No bookmarks found.')).toBeVisible();
    });

    await test.step('the way back and a reload keep the filter', async () => {
      await filter(page).fill('needle');
      await card(page, 'a needle').getByText('The very first').click();
      await page.waitForURL('**/post/**');
      await page.goBack();
      await expect(filter(page)).toHaveValue('needle');
      await page.reload();
      await expect(filter(page)).toHaveValue('needle');
      await expect(card(page, 'a needle')).toBeVisible();
    });

    await test.step('taken back, a bookmark is gone at once; when that fails it is there again', async () => {
      await page.route('**/api/users/bookmarks/*', (route) => route.abort());
      const needle = card(page, 'a needle');
      const button = needle.getByRole('button', { name: 'Bookmark' });
      await button.click();
      await expect(needle).toHaveCount(1);
      await expect(button).toHaveAttribute('aria-pressed', 'true');
      await page.unroute('**/api/users/bookmarks/*');
      await button.click();
      await expect(needle).toHaveCount(0);
      await expect(page.getByText('No bookmarks found.')).toBeVisible();
      await page.getByRole('button', { name: 'Clear filter' }).click();
      await expect(card(page, 'Straw 13.')).toBeVisible();
      await inEveryTheme(page, 'bookmarks');
    });

    await test.step('they can’t be loaded', async () => {
      await page.route('**/api/users/bookmarks?*', (route) => route.abort());
      await page.reload();
      await expect(page.getByRole('main').getByText('Failed to load bookmarks.')).toBeVisible();
      await page.unroute('**/api/users/bookmarks?*');
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(card(page, 'Straw 13.')).toBeVisible();
    });
  });

  test(`the tabs of a profile, ${viewport.width} wide`, async ({ browser }) => {
    const [name, author] = [newName('own'), newName('author')];
    const page = await arrive(browser, name, { viewport });
    const other = await arrive(browser, author, { viewport });
    const tab = (label: string) => page.getByRole('tab', { name: label });

    await test.step('own: four, each with its words', async () => {
      await page.goto(`/home/profile/${name}`);
      await expect(page.getByRole('tab')).toHaveText(['Posts', 'Replies', 'Likes', 'Bookmarks']);
      for (const [label, words] of [
        ['Posts', 'No posts available.'],
        ['Replies', 'No comments available.'],
        ['Likes', 'No liked posts available.'],
        ['Bookmarks', 'No bookmarks available.'],
      ] as const) {
        await tab(label).click();
        await expect(page.getByText(words)).toBeVisible();
      }
      await expect(page).toHaveURL(/\?tab=bookmarks$/);
      await tab('Posts').click();
      await expect(page).toHaveURL(new RegExp(`/home/profile/${name}$`));
    });

    const liked = await writePost(other, 'Worth a like');
    const secret = await writePost(other, 'Only for followers', 'followers');
    await test.step('filled: replies say what they answer', async () => {
      const { data } = (await (await other.request.get('/api/auth/me')).json()) as {
        data: { _id: string };
      };
      await page.request.post(`/api/follow/${data._id}`);
      await writeComment(page, liked, 'My answer');
      await writeComment(page, secret, 'My whisper');
      await page.request.post(`/api/posts/${liked}/like`);
      await keep(page, liked);
      await page.request.delete(`/api/follow/${data._id}`);
      await page.goto(`/home/profile/${name}?tab=replies`);
      await expect(card(page, 'My answer')).toContainText(`Replying to @${author}: Worth a like`);
      await expect(card(page, 'My whisper')).toContainText(
        'Replying to something that is not available',
      );
      await expect(page.getByText('Only for followers')).toHaveCount(0);
      await inEveryTheme(page, 'replies');
    });

    await test.step('the tab is kept by a reload and the way back', async () => {
      await page.reload();
      await expect(tab('Replies')).toHaveAttribute('aria-selected', 'true');
      await tab('Likes').click();
      await card(page, 'Worth a like').getByText('Worth a like').click();
      await page.waitForURL('**/post/**');
      await page.goBack();
      await expect(tab('Likes')).toHaveAttribute('aria-selected', 'true');
      await expect(card(page, 'Worth a like')).toBeVisible();
      await page.goBack();
      await expect(page).toHaveURL(new RegExp(`/home/profile/${name}$|/home$`));
    });

    await test.step('unliked or no longer kept, a post leaves its list', async () => {
      await page.goto(`/home/profile/${name}?tab=likes`);
      await card(page, 'Worth a like').getByRole('button', { name: /^Like/ }).click();
      await expect(page.getByText('No liked posts available.')).toBeVisible();
      await tab('Bookmarks').click();
      await card(page, 'Worth a like').getByRole('button', { name: 'Bookmark' }).click();
      await expect(page.getByText('No bookmarks available.')).toBeVisible();
    });

    await test.step('others have two', async () => {
      await page.goto(`/home/profile/${author}?tab=likes`);
      await expect(page.getByRole('tab')).toHaveText(['Posts', 'Replies']);
      await expect(tab('Posts')).toHaveAttribute('aria-selected', 'true');
      await tab('Replies').click();
      await expect(page.getByText('No comments available.')).toBeVisible();
    });

    await test.step('each that can’t be loaded says so', async () => {
      await page.route(/\/api\/(posts\/user|users\/bookmarks)/, (route) => route.abort());
      for (const [path, words] of [
        ['', 'Failed to load posts.'],
        ['?tab=replies', 'Failed to load comments.'],
        ['?tab=likes', 'Failed to load liked posts.'],
        ['?tab=bookmarks', 'Failed to load bookmarks.'],
      ] as const) {
        await page.goto(`/home/profile/${name}${path}`);
        await expect(page.getByRole('tabpanel').getByText(words)).toBeVisible();
      }
    });
  });
}
