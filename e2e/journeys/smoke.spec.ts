import { expect } from '@playwright/test';
import * as auth from '@roost/contract/auth';
import * as reposts from '@roost/contract/reposts';
import {
  card,
  newName,
  register,
  signIn,
  writePost,
  newMember,
  leaveWelcome,
} from '../support/members.ts';
import { test } from '../support/test.ts';
import { urlOf } from '../support/endpoint-urls.ts';
import { follow, send } from '../support/api.ts';

test('two members register, post, react and sign out', async ({ page, browser }) => {
  const mara = newName('mara');
  const theo = newName('theo');

  await test.step('both register, and one signs in', async () => {
    await register(page, theo);
    await register(page, mara);
    await signIn(page, mara);
    await leaveWelcome(page);
  });

  await test.step('the member writes a post', async () => {
    await page.getByRole('textbox', { name: 'Post text' }).fill('First frost on the #roof');
    await page.getByRole('main').getByRole('button', { name: 'Post', exact: true }).click();
    await expect(card(page, 'First frost')).toHaveCount(1);
    await expect(page.getByText('Post created successfully!')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Post text' })).toHaveValue('');
  });

  const first = card(page, 'First frost');
  await test.step('the member likes, bookmarks and reposts the post', async () => {
    await first.getByRole('button', { name: /^Like/ }).click();
    await first.getByRole('button', { name: 'Bookmark' }).click();
    // A reload before this answer would end the request.
    const reposted = page.waitForResponse(urlOf(reposts.repost));
    await first.getByRole('button', { name: /^Repost/ }).click();
    await expect(first).toContainText('You reposted');
    // The repost takes the place of the post.
    await expect(first).toHaveCount(1);
    for (const name of [/^Like/, /^Bookmark/, /^Repost/]) {
      await expect(first.getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true');
    }
    await expect(first.getByRole('button', { name: /^Repost/ })).toBeFocused();
    await reposted;
    await page.reload();
    await expect(first).toContainText('You reposted');
    await expect(first).toHaveCount(1);
    await expect(first.getByRole('button', { name: 'Like, 1 like' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await first.getByRole('button', { name: /^Repost/ }).click();
    await expect(first).not.toContainText('You reposted');
    await expect(first).toHaveCount(1);
  });

  await test.step('the member edits the post', async () => {
    await first.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Edit Post' }).click();
    const dialog = page.getByRole('dialog', { name: /edit post/i });
    await expect(dialog).toContainText(/14 ?m/);
    await dialog.getByRole('textbox').fill('First frost on the #garden');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(card(page, 'First frost on the #garden')).toHaveCount(1);
  });

  await test.step('a followers-only post is visible to followers only', async () => {
    const secretId = await writePost(page, 'Only for those who follow', 'followers');
    const follower = await newMember(browser, newName('follower'));
    const stranger = await newMember(browser, newName('stranger'));
    await follow(follower, mara);
    await follower.goto('/home');
    await expect(card(follower, 'Only for those who follow')).toBeVisible();
    await stranger.goto(`/home/post/${secretId}`);
    await expect(stranger.getByText('Post missing or deleted, please go back .')).toBeVisible();
    await stranger.goto(`/home/profile/${mara}`);
    await expect(card(stranger, 'First frost')).toBeVisible();
    await expect(card(stranger, 'Only for those who follow')).toHaveCount(0);
    await stranger.goto('/home/post/not-an-id');
    await expect(stranger.getByText('Post not found.')).toBeVisible();
  });

  await test.step('the member deletes the post after a confirmation', async () => {
    await page.goto('/home');
    // Other journeys cannot push the post off this tab.
    await page.getByRole('tab', { name: 'Following' }).click();
    await first.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Delete Post' }).click();
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await expect(dialog).toContainText('Are you sure you want to delete this post?');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(card(page, 'First frost')).toHaveCount(0);
  });

  await test.step('a reload keeps the session, and a logout ends it', async () => {
    await page.reload();
    await expect(page).toHaveURL(/\/home$/);
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL('**/login');
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => /user/i.test(key))),
    ).toEqual([]);
    await page.goBack();
    await expect(page.getByRole('article')).toHaveCount(0);
    await page.goto('/home');
    await expect(page).toHaveURL(/\/login$/);
    expect((await send(page, auth.getMe, {})).status()).toBe(401);
  });

  await test.step('the other member signs in on the same page', async () => {
    await signIn(page, theo);
    await page.waitForURL('**/home');
    await expect(card(page, 'Only for those who follow')).toHaveCount(0);
  });
});
