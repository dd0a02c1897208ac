import { expect, type Page } from '@playwright/test';
import * as posts from '@roost/contract/posts';
import * as reactions from '@roost/contract/reactions';
import * as relations from '@roost/contract/relations';
import {
  card,
  newName,
  writeComment,
  writePost,
  newMember,
  newApiMember,
} from '../support/members.ts';
import { checkAccessibility } from '../support/accessibility.ts';
import { profileHeader } from '../support/people-screens.ts';
import { test } from '../support/test.ts';
import { desktop, phone } from '../support/devices.ts';
import { variants } from '../support/matrix.ts';
import { call, follow, userIdOf } from '../support/api.ts';
import { urlOf } from '../support/endpoint-urls.ts';

const sizes = variants(phone.viewport, desktop.viewport);

const tab = (page: Page, label: string) => page.getByRole('tab', { name: label });

for (const viewport of sizes) {
  test(`the own profile has five tabs, each with its empty text, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const name = newName('own');
    const page = await newMember(browser, name, { viewport });
    await page.goto(`/home/profile/${name}`);
    await expect(page.getByRole('tab')).toHaveText([
      'Posts',
      'Replies',
      'Media',
      'Likes',
      'Bookmarks',
    ]);
    for (const [label, words] of [
      ['Posts', 'No posts available.'],
      ['Replies', 'No comments available.'],
      ['Media', 'No pictures or videos available.'],
      ['Likes', 'No liked posts available.'],
      ['Bookmarks', 'No bookmarks available.'],
    ] as const) {
      await tab(page, label).click();
      await expect(page.getByText(words)).toBeVisible();
    }
    await expect(page).toHaveURL(/\?tab=bookmarks$/);
    await tab(page, 'Posts').click();
    await expect(page).toHaveURL(new RegExp(`/home/profile/${name}$`));
  });

  test(`the profile of another member lacks the tabs and controls of the owner, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const author = newName('author');
    const page = await newMember(browser, newName('own'), { viewport });
    await newApiMember(browser, author);
    await page.goto(`/home/profile/${author}?tab=likes`);
    await expect(page.getByRole('tab')).toHaveText(['Posts', 'Replies', 'Media']);
    await expect(tab(page, 'Posts')).toHaveAttribute('aria-selected', 'true');
    const header = profileHeader(page, author);
    await expect(header.getByRole('button', { name: 'Message' })).toBeVisible();
    await expect(header.getByRole('button', { name: 'Edit profile' })).toHaveCount(0);
    await expect(header.getByRole('combobox')).toHaveCount(0);
    await tab(page, 'Replies').click();
    await expect(page.getByText('No comments available.')).toBeVisible();
  });

  test(`the Replies tab shows what each reply answers, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const [name, author] = [newName('own'), newName('author')];
    const page = await newMember(browser, name, { viewport });
    const other = await newApiMember(browser, author);
    await follow(page, author);
    await writeComment(page, await writePost(other, 'Worth a like'), 'My answer');
    const secret = await writePost(other, 'Only for followers', 'followers');
    await writeComment(page, secret, 'My whisper');
    await call(page, relations.unfollow, { params: { userId: await userIdOf(page, author) } });
    await page.goto(`/home/profile/${name}?tab=replies`);
    await expect(card(page, 'My answer')).toContainText(`Replying to @${author}: Worth a like`);
    await expect(card(page, 'My whisper')).toContainText(
      'Replying to something that is not available',
    );
    await expect(page.getByText('Only for followers')).toHaveCount(0);
    await checkAccessibility(page, 'replies');
  });

  test(`Back and a reload keep the selected tab, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const name = newName('own');
    const page = await newMember(browser, name, { viewport });
    const other = await newApiMember(browser, newName('author'));
    const liked = await writePost(other, 'Worth a like');
    await call(page, reactions.toggleLike, { params: { postId: liked } });
    // The last Back leads here.
    await page.goto(`/home/profile/${name}`);
    await page.goto(`/home/profile/${name}?tab=replies`);
    await expect(tab(page, 'Replies')).toHaveAttribute('aria-selected', 'true');
    await page.reload();
    await expect(tab(page, 'Replies')).toHaveAttribute('aria-selected', 'true');
    await tab(page, 'Likes').click();
    await card(page, 'Worth a like').getByText('Worth a like').click();
    await page.waitForURL('**/post/**');
    await page.goBack();
    await expect(tab(page, 'Likes')).toHaveAttribute('aria-selected', 'true');
    await expect(card(page, 'Worth a like')).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`/home/profile/${name}$`));
  });

  test(`a post leaves its list when the like or bookmark is removed, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const name = newName('own');
    const page = await newMember(browser, name, { viewport });
    const other = await newApiMember(browser, newName('author'));
    const params = { postId: await writePost(other, 'Worth a like') };
    await call(page, reactions.toggleLike, { params });
    await call(page, reactions.toggleBookmark, { params });
    await page.goto(`/home/profile/${name}?tab=likes`);
    await card(page, 'Worth a like').getByRole('button', { name: /^Like/ }).click();
    await expect(page.getByText('No liked posts available.')).toBeVisible();
    await tab(page, 'Bookmarks').click();
    await card(page, 'Worth a like').getByRole('button', { name: 'Bookmark' }).click();
    await expect(page.getByText('No bookmarks available.')).toBeVisible();
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
