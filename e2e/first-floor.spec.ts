import { expect } from '@playwright/test';
import { arrive, card, newName, register, signIn, writePost } from './people.ts';
import { test } from './test.ts';

test('two people meet, write, react, and leave', async ({ page, browser }) => {
  const mara = newName('mara');
  const theo = newName('theo');

  await test.step('both register; one signs in', async () => {
    await register(page, theo);
    await register(page, mara);
    await signIn(page, mara);
    await page.waitForURL('**/home');
  });

  await test.step('writes a post', async () => {
    await page.getByRole('textbox', { name: 'Post text' }).fill('First frost on the #roof');
    await page.getByRole('main').getByRole('button', { name: 'Post', exact: true }).click();
    await expect(card(page, 'First frost')).toHaveCount(1);
    await expect(page.getByText('Post created successfully!')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Post text' })).toHaveValue('');
  });

  const first = card(page, 'First frost');
  await test.step('likes, bookmarks and reposts it; the repost stands on top', async () => {
    await first.getByRole('button', { name: /^Like/ }).click();
    await first.getByRole('button', { name: 'Bookmark' }).click();
    await first.getByRole('button', { name: /^Repost/ }).click();
    await expect(first).toHaveCount(2);
    await expect(first.first()).toContainText('You reposted');
    for (const name of [/^Like/, /^Bookmark/, /^Repost/]) {
      await expect(first.last().getByRole('button', { name })).toHaveAttribute(
        'aria-pressed',
        'true',
      );
    }
    await page.reload();
    await expect(first).toHaveCount(2);
    await expect(first.last().getByRole('button', { name: 'Like, 1 like' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await first
      .last()
      .getByRole('button', { name: /^Repost/ })
      .click();
    await expect(first).toHaveCount(1);
  });

  await test.step('edits it while the window is open', async () => {
    await first.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Edit Post' }).click();
    const dialog = page.getByRole('dialog', { name: /edit post/i });
    await expect(dialog).toContainText(/14 ?m/);
    await dialog.getByRole('textbox').fill('First frost on the #garden');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(card(page, 'First frost on the #garden')).toHaveCount(1);
  });

  await test.step('a followers-only post shows to a follower and does not exist for a third person', async () => {
    const secretId = await writePost(page, 'Only for those who follow', 'followers');
    const follower = await arrive(browser, newName('follower'));
    const stranger = await arrive(browser, newName('stranger'));
    const me = await page.request.get('/api/auth/me');
    const { data } = (await me.json()) as { data: { _id: string } };
    await follower.request.post(`/api/follow/${data._id}`);
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

  await test.step('deletes after being asked', async () => {
    await page.goto('/home');
    await first.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Delete Post' }).click();
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await expect(dialog).toContainText('Are you sure you want to delete this post?');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(card(page, 'First frost')).toHaveCount(0);
  });

  await test.step('a reload keeps the session, signing out ends it', async () => {
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
    expect((await page.request.get('/api/auth/me')).status()).toBe(401);
  });

  await test.step('the other one signs in here', async () => {
    await signIn(page, theo);
    await page.waitForURL('**/home');
    await expect(card(page, 'Only for those who follow')).toHaveCount(0);
  });
});
