import { expect, type Page, type Route } from '@playwright/test';
import * as posts from '@roost/contract/posts';
import * as reactions from '@roost/contract/reactions';
import * as relations from '@roost/contract/relations';
import {
  connect,
  card,
  newName,
  writeComment,
  writePost,
  newMember,
  newMemberAtHome,
  newApiMember,
} from '../support/members.ts';
import { checkAccessibility } from '../support/accessibility.ts';
import { test } from '../support/test.ts';
import { desktop, phone } from '../support/devices.ts';
import { variants } from '../support/matrix.ts';
import { call, userIdOf } from '../support/api.ts';
import { holdRequests } from '../support/held-requests.ts';
import { laterPagesOf, urlOf } from '../support/endpoint-urls.ts';

const sizes = variants(phone.viewport, desktop.viewport);

const filter = (page: Page) => page.getByRole('textbox', { name: 'Filter bookmarks' });
/** Answers as a server that refuses. Without an answer, the app would keep the press and send it later. */
const refuse = async (route: Route) =>
  route.fulfill({ status: 403, json: { status: 'fail', message: 'No.', code: 'forbidden' } });
const bookmark = async (page: Page, postId: string) =>
  call(page, reactions.toggleBookmark, { params: { postId } });

for (const viewport of sizes) {
  test(`the bookmarks page filters and updates, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const author = newName('author');
    const other = await newApiMember(browser, author);
    const page = await newMemberAtHome(browser, newName('keeper'), { viewport });

    await test.step('the navigation leads to the page, which is empty at first', async () => {
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

    await test.step('the filter searches older pages and says so', async () => {
      await bookmark(page, await writePost(other, 'The very first: a needle'));
      for (let n = 1; n <= 13; n += 1) await bookmark(page, await writePost(page, `Straw ${n}.`));
      await page.reload();
      await expect(card(page, 'Straw 13.')).toBeVisible();
      // The first page loads, and the older one waits.
      const release = await holdRequests(page, laterPagesOf(reactions.listBookmarks));
      await page.reload();
      await filter(page).fill('needle');
      await expect(page.getByText('Looking through older posts…')).toBeVisible();
      release();
      await expect(card(page, 'a needle')).toBeVisible();
      await expect(card(page, 'Straw')).toHaveCount(0);
      await expect(page.getByText('Looking through older posts…')).toHaveCount(0);
      for (const words of [`@${author}`, `${author.toUpperCase()} of roost`]) {
        await filter(page).fill(words);
        await expect(card(page, 'Straw')).toHaveCount(0);
        await expect(card(page, 'a needle')).toBeVisible();
      }
      await filter(page).fill('no such words');
      await expect(page.getByText('No bookmarks found.')).toBeVisible();
    });

    await test.step('Back and a reload keep the filter', async () => {
      await filter(page).fill('needle');
      await card(page, 'a needle').getByText('The very first').click();
      await page.waitForURL('**/post/**');
      await page.goBack();
      await expect(filter(page)).toHaveValue('needle');
      await page.reload();
      await expect(filter(page)).toHaveValue('needle');
      await expect(card(page, 'a needle')).toBeVisible();
    });

    await test.step('a removed bookmark disappears at once, and returns when the removal fails', async () => {
      await page.route(urlOf(reactions.toggleBookmark), refuse);
      const needle = card(page, 'a needle');
      const button = needle.getByRole('button', { name: 'Bookmark' });
      await button.click();
      await expect(needle).toHaveCount(1);
      await expect(button).toHaveAttribute('aria-pressed', 'true');
      await page.unroute(urlOf(reactions.toggleBookmark));
      await button.click();
      await expect(needle).toHaveCount(0);
      await expect(page.getByText('No bookmarks found.')).toBeVisible();
      await page.getByRole('button', { name: 'Clear filter' }).click();
      await expect(card(page, 'Straw 13.')).toBeVisible();
      await checkAccessibility(page, 'bookmarks');
    });
  });

  test(`failed bookmarks can be retried, ${viewport.width} wide @matrix`, async ({ browser }) => {
    const page = await newMember(browser, newName('keeper'), { viewport });
    await bookmark(page, await writePost(page, 'Kept.'));
    await page.route(urlOf(reactions.listBookmarks), (route) => route.abort());
    await connect(page, async () => page.goto('/home/bookmarks'));
    await expect(page.getByRole('main').getByText('Failed to load bookmarks.')).toBeVisible();
    await page.unroute(urlOf(reactions.listBookmarks));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(card(page, 'Kept.')).toBeVisible();
  });

  test(`a profile shows its tabs and their lists, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const [name, author] = [newName('own'), newName('author')];
    const page = await newMember(browser, name, { viewport });
    const other = await newApiMember(browser, author);
    const tab = (label: string) => page.getByRole('tab', { name: label });

    await test.step('the own profile has four tabs, each with its empty text', async () => {
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
    await test.step('the Replies tab shows what each reply answers', async () => {
      const userId = await userIdOf(page, author);
      await call(page, relations.follow, { params: { userId } });
      await writeComment(page, liked, 'My answer');
      await writeComment(page, secret, 'My whisper');
      await call(page, reactions.toggleLike, { params: { postId: liked } });
      await bookmark(page, liked);
      await call(page, relations.unfollow, { params: { userId } });
      await page.goto(`/home/profile/${name}?tab=replies`);
      await expect(card(page, 'My answer')).toContainText(`Replying to @${author}: Worth a like`);
      await expect(card(page, 'My whisper')).toContainText(
        'Replying to something that is not available',
      );
      await expect(page.getByText('Only for followers')).toHaveCount(0);
      await checkAccessibility(page, 'replies');
    });

    await test.step('Back and a reload keep the selected tab', async () => {
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

    await test.step('a post leaves its list when the like or bookmark is removed', async () => {
      await page.goto(`/home/profile/${name}?tab=likes`);
      await card(page, 'Worth a like').getByRole('button', { name: /^Like/ }).click();
      await expect(page.getByText('No liked posts available.')).toBeVisible();
      await tab('Bookmarks').click();
      await card(page, 'Worth a like').getByRole('button', { name: 'Bookmark' }).click();
      await expect(page.getByText('No bookmarks available.')).toBeVisible();
    });

    await test.step('the profile of another member has two tabs', async () => {
      await page.goto(`/home/profile/${author}?tab=likes`);
      await expect(page.getByRole('tab')).toHaveText(['Posts', 'Replies']);
      await expect(tab('Posts')).toHaveAttribute('aria-selected', 'true');
      await tab('Replies').click();
      await expect(page.getByText('No comments available.')).toBeVisible();
    });
  });

  test(`each tab of a profile shows its own error, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const name = newName('own');
    const page = await newMember(browser, name, { viewport });
    const lists = urlOf(
      posts.listUserPosts,
      posts.listUserComments,
      reactions.listLikes,
      reactions.listBookmarks,
    );
    await page.route(lists, (route) => route.abort());
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
}
