import { expect } from '@playwright/test';
import { checkAccessibility } from '../support/accessibility.ts';
import { desktop, phone } from '../support/devices.ts';
import { variants } from '../support/matrix.ts';
import { writePost } from '../support/members.ts';
import { like, newMemberWithFans, repost } from '../support/notifications.ts';
import { test } from '../support/test.ts';

for (const viewport of variants(phone, desktop)) {
  test(`the numbers of a post lead to its people, ${viewport.viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const { page, people } = await newMemberWithFans(browser, viewport);
    const post = await writePost(page, 'liked by two, reposted by one');
    for (const each of people) await like(each, post);
    await repost(people[0]!, post);
    await page.goto(`/home/post/${post}`);
    const article = page.getByRole('article', { name: /^Post by/ });
    await article.getByRole('link', { name: '2 likes' }).click();
    await expect(page).toHaveURL(new RegExp(`/home/post/${post}/likes$`));
    const names = people.map(({ name }) => `@${name}`).toReversed();
    const rows = page.getByRole('list', { name: 'Likes' }).getByRole('listitem');
    await expect(rows).toContainText(names);
    const follow = rows.first().getByRole('button', { name: /^Follow / });
    await follow.click();
    await expect(rows.first().getByRole('button', { name: /Following/ })).toBeVisible();
    await checkAccessibility(page, 'the people who like a post');

    await page.getByRole('tab', { name: 'Reposts' }).click();
    await expect(page).toHaveURL(new RegExp(`/home/post/${post}/reposts$`));
    await expect(page.getByRole('list', { name: 'Reposts' }).getByRole('listitem')).toContainText([
      `@${people[0]!.name}`,
    ]);
    // The address opens the same list.
    await page.reload();
    await expect(page.getByRole('list', { name: 'Reposts' }).getByRole('listitem')).toHaveCount(1);
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(article.getByRole('link', { name: '1 repost' })).toBeVisible();
  });
}
