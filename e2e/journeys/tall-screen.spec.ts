import { expect } from '@playwright/test';
import { newMember, newName, writePost } from '../support/members.ts';
import { test } from '../support/test.ts';

test('a tall screen fills with posts without scrolling', async ({ browser }) => {
  const name = newName('tall');
  const page = await newMember(browser, name, { viewport: { width: 1280, height: 2400 } });
  const articles = page.getByRole('article');

  await test.step('a repost adds a row', async () => {
    await writePost(page, 'The first one');
    await page.goto(`/home/profile/${name}`);
    await articles.getByRole('button', { name: /^Repost/ }).click();
    await expect(page.getByText('You reposted')).toBeVisible();
    await expect(articles).toHaveCount(2);
  });

  await test.step('more than a page of short posts', async () => {
    for (let n = 2; n <= 12; n += 1) await writePost(page, `Number ${n}`);
    await page.reload();
    await expect(articles).toHaveCount(13);
    await expect(page.getByText('The first one').last()).toBeInViewport();
  });
});
