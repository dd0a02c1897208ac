import { expect } from '@playwright/test';
import * as users from '@roost/contract/users';
import { startProxy } from '../support/faulty-proxy.ts';
import { desktop } from '../support/devices.ts';
import {
  expectUnread,
  like,
  newMemberWithFans,
  repost,
  rows,
  tab,
} from '../support/notifications.ts';
import { newMember, newName, writeComment, writePost } from '../support/members.ts';
import { checkAccessibility } from '../support/accessibility.ts';
import { test } from '../support/test.ts';
import { follow, call } from '../support/api.ts';
import { urlOf } from '../support/endpoint-urls.ts';

test('notifications arrive live, in the right tab, and lead to their subject', async ({
  browser,
}) => {
  const { name, page, people } = await newMemberWithFans(browser);
  const [ann, ben] = people as [(typeof people)[0], (typeof people)[0]];
  const post = await writePost(page, 'Look at this');
  await page.goto('/home');
  await expectUnread(page, 0);

  await test.step('the badge counts on every page', async () => {
    await like(ann, post);
    await expectUnread(page, 1);
  });

  await page.goto('/home/noti');
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByText('1 unread', { exact: true })).toBeVisible();

  await test.step('each kind arrives on top of the list', async () => {
    await writeComment(ann, post, 'A comment of mine');
    await expect(rows(page).first()).toContainText(`${ann.name} of Roost replied to you.`);
    await expect(rows(page).first()).toContainText('A comment of mine');
    await writePost(ben, `Hello @${name}`);
    await expect(rows(page).first()).toContainText(`${ben.name} of Roost mentioned you.`);
    await follow(ben, name);
    await expect(rows(page).first()).toContainText(`${ben.name} of Roost followed you.`);
    await repost(ben, post);
    await expect(rows(page).first()).toContainText(`${ben.name} of Roost reposted your post.`);
    await like(ben, post);
    await expect(rows(page).first()).toContainText(
      `${ben.name} of Roost and ${ann.name} of Roost liked your post.`,
    );
    await expectUnread(page, 5);
    await expect(rows(page)).toHaveCount(5);
  });

  await test.step('the Mentions tab lists comments and mentions', async () => {
    await tab(page, 'Mentions').click();
    // One comment and one mention.
    await expect(rows(page, 'Mentions')).toHaveCount(2);
    await writePost(ann, `And hello from me @${name}`);
    await expect(rows(page, 'Mentions')).toHaveCount(3);
    await expect(rows(page, 'Mentions').first()).toContainText('And hello from me');
    await tab(page, 'All').click();
    await expect(rows(page).first()).toContainText('And hello from me');
  });

  await test.step('a removed like removes its sender from the group', async () => {
    await like(ben, post);
    await expect(rows(page).filter({ hasText: 'liked your post' })).toContainText(
      `${ann.name} of Roost liked your post.`,
    );
    await expectUnread(page, 6);
  });

  await test.step('a comment notification opens the comment and becomes read', async () => {
    await rows(page)
      .getByRole('link', { name: /replied to you/ })
      .click();
    await expect(page).toHaveURL(/\/home\/post\//);
    await expect(page.locator('article[aria-current=true]')).toContainText('A comment of mine');
    await expectUnread(page, 5);
    await page.goBack();
    await expect(rows(page).filter({ hasText: 'replied to you' })).not.toContainText('Unread.');
  });

  await test.step('a follow notification opens the profile', async () => {
    await rows(page)
      .getByRole('link', { name: /followed you/ })
      .click();
    await expect(page).toHaveURL(new RegExp(`/home/profile/${ben.name}`));
    await expectUnread(page, 4);
    await page.goBack();
  });
});

test('notifications missed offline show once, and Reconnect shows after five failures @matrix', async ({
  browser,
}) => {
  // The page waits longer before each attempt to reconnect.
  test.slow();
  const { page, people } = await newMemberWithFans(browser, desktop, 2);
  const posts = [await writePost(page, 'One'), await writePost(page, 'Two')] as const;
  const proxy = await startProxy();
  await page.goto(`${proxy.address}/home/noti`);
  await like(people[0]!, posts[0]);
  await expect(rows(page)).toHaveCount(1);

  await test.step('a short outage', async () => {
    proxy.cut();
    for (const fan of people) await repost(fan, posts[1]);
    await like(people[1]!, posts[0]);
    await expectUnread(page, 1);
    proxy.mend();
    await expectUnread(page, 2);
    await expect(rows(page)).toHaveCount(2);
    await expect(rows(page).first()).toContainText('liked your post.');
    await expect(rows(page).last()).toContainText('reposted your post.');
  });

  await test.step('a long outage', async () => {
    proxy.cut();
    const again = page.getByRole('button', { name: 'Reconnect' });
    await expect(again).toBeVisible({ timeout: 60_000 });
    await checkAccessibility(page, 'nothing live any more');
    await like(people[0]!, posts[1]);
    proxy.mend();
    await again.click();
    await expect(again).toBeHidden();
    await expectUnread(page, 3);
    await expect(rows(page)).toHaveCount(3);
  });

  await test.step('a return to the tab reconnects', async () => {
    proxy.cut();
    await expect(page.getByRole('button', { name: 'Reconnect' })).toBeVisible({ timeout: 60_000 });
    proxy.mend();
    await writeComment(people[1]!, posts[1], 'A comment');
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await expectUnread(page, 4);
  });
  await proxy.close();
});

test('a followed member has a dot while online @matrix', async ({ browser }) => {
  const username = newName('friend');
  const theirs = await newMember(browser, username);
  const page = await newMember(browser, newName('watcher'), desktop);
  await theirs.goto('/home');
  const { user } = (await call(page, users.getUser, { params: { username } })).data;
  // Without this answer, the suggestions would depend on the members of other tests.
  await page.route(urlOf(users.listSuggested), async (route) =>
    route.fulfill({ json: { status: 'success', data: [{ ...user, profile: user }] } }),
  );
  await page.goto('/home');
  const row = page.getByRole('complementary').getByRole('listitem').first();
  const dot = page.getByRole('group', { name: `About @${username}` }).getByRole('img', {
    name: 'Online',
  });
  await row.getByRole('button', { name: /^Follow/ }).click();
  await row.getByRole('link').first().hover();
  await expect(dot).toBeVisible();
  await checkAccessibility(page, 'hover card of somebody online');
  await theirs.close();
  await expect(page.getByRole('group', { name: `About @${username}` })).toBeVisible();
  await expect(dot).toBeHidden({ timeout: 20_000 });
});
