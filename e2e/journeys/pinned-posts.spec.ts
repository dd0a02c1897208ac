import { expect } from '@playwright/test';
import { call, follow } from '../support/api.ts';
import { checkAccessibility } from '../support/accessibility.ts';
import { desktop, phone } from '../support/devices.ts';
import { variants } from '../support/matrix.ts';
import { card, newApiMember, newMember, newName, writePost } from '../support/members.ts';
import { test } from '../support/test.ts';
import * as posts from '@roost/contract/posts';

for (const { viewport } of variants(phone, desktop)) {
  test(`a pinned post stands first on the profile, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const name = newName('owner');
    const page = await newMember(browser, name, { viewport });
    for (const text of ['The first post', 'The second post', 'The third post'])
      await writePost(page, text);
    await page.goto(`/home/profile/${name}`);
    const rows = page.getByRole('feed').getByRole('article');
    const choose = async (text: string, item: string) => {
      await card(page, text).getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };

    await test.step('the menu pins it, and its row moves to the top', async () => {
      await choose('The first post', 'Pin to profile');
      await expect(rows.first()).toContainText('The first post');
      await expect(rows.first()).toContainText('Pinned');
      await expect(rows).toHaveCount(3);
      await checkAccessibility(page, 'a profile with a pinned post');
    });

    await test.step('a new post comes below it', async () => {
      await writePost(page, 'The newest post');
      await page.reload();
      await expect(rows.nth(1)).toContainText('The newest post');
      await expect(rows.first()).toContainText('The first post');
    });

    await test.step('another one replaces it', async () => {
      await choose('The second post', 'Pin to profile');
      await expect(rows.first()).toContainText('The second post');
      await expect(page.getByText('Pinned', { exact: true })).toHaveCount(1);
    });

    await test.step('without a pin, the posts stand by their time', async () => {
      await choose('The second post', 'Unpin');
      await expect(rows.first()).toContainText('The newest post');
      await expect(page.getByText('Pinned', { exact: true })).toHaveCount(0);
    });
  });
}

test('strangers do not see a pinned post for followers', async ({ browser }) => {
  const name = newName('owner');
  const owner = await newApiMember(browser, name);
  await writePost(owner, 'For everybody');
  const postId = await writePost(owner, 'For followers', 'followers');
  await call(owner, posts.pinPost, { params: { postId } });
  const page = await newMember(browser, newName('viewer'));
  await page.goto(`/home/profile/${name}`);
  const rows = page.getByRole('feed').getByRole('article');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('For everybody');
  await follow(page, name);
  await page.reload();
  await expect(rows.first()).toContainText('For followers');
  await expect(rows.first()).toContainText('Pinned');
});
