import { expect } from '@playwright/test';
import { layLine } from './cuttable-line.ts';
import { desk } from './devices.ts';
import { expectUnread, follow, like, meet, repost, rows, tab } from './notifications.ts';
import { writeComment, writePost } from './people.ts';
import { inEveryTheme } from './themes.ts';
import { test } from './test.ts';

test('what happens arrives live, in the right tab, and leads on', async ({ browser }) => {
  const { name, page, people } = await meet(browser);
  const [ann, ben] = people as [(typeof people)[0], (typeof people)[0]];
  const post = await writePost(page, 'Look at this');
  await expectUnread(page, 0);

  await test.step('counted wherever one is', async () => {
    await like(ann.page, post);
    await expectUnread(page, 1);
  });

  await page.goto('/home/noti');
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByText('1 unread', { exact: true })).toBeVisible();

  await test.step('each kind comes to the top of the list by itself', async () => {
    await writeComment(ann.page, post, 'A comment of mine');
    await expect(rows(page).first()).toContainText(`${ann.name} of Roost replied to you.`);
    await expect(rows(page).first()).toContainText('A comment of mine');
    await writePost(ben.page, `Hello @${name}`);
    await expect(rows(page).first()).toContainText(`${ben.name} of Roost mentioned you.`);
    await follow(ben.page, name);
    await expect(rows(page).first()).toContainText(`${ben.name} of Roost followed you.`);
    await repost(ben.page, post);
    await expect(rows(page).first()).toContainText(`${ben.name} of Roost reposted your post.`);
    await like(ben.page, post);
    await expect(rows(page).first()).toContainText(
      `${ben.name} of Roost and ${ann.name} of Roost liked your post.`,
    );
    await expectUnread(page, 6);
    await expect(rows(page)).toHaveCount(5);
  });

  await test.step('mentions have a tab of their own', async () => {
    await tab(page, 'Mentions').click();
    await expect(rows(page, 'Mentions')).toHaveCount(1);
    await writePost(ann.page, `And hello from me @${name}`);
    await expect(rows(page, 'Mentions')).toHaveCount(2);
    await expect(rows(page, 'Mentions').first()).toContainText('And hello from me');
    await tab(page, 'All').click();
    await expect(rows(page).first()).toContainText('And hello from me');
  });

  await test.step('what is taken back goes again', async () => {
    await like(ben.page, post);
    await expect(rows(page).filter({ hasText: 'liked your post' })).toContainText(
      `${ann.name} of Roost liked your post.`,
    );
    await expectUnread(page, 6);
  });

  await test.step('a comment’s leads to the comment, marked, and is read then', async () => {
    await rows(page)
      .getByRole('link', { name: /replied to you/ })
      .click();
    await expect(page).toHaveURL(/\/home\/post\//);
    await expect(page.locator('article[aria-current=true]')).toContainText('A comment of mine');
    await expectUnread(page, 5);
    await page.goBack();
    await expect(rows(page).filter({ hasText: 'replied to you' })).not.toContainText('Unread.');
  });

  await test.step('a follow’s to the profile', async () => {
    await rows(page)
      .getByRole('link', { name: /followed you/ })
      .click();
    await expect(page).toHaveURL(new RegExp(`/home/profile/${ben.name}`));
    await expectUnread(page, 4);
    await page.goBack();
  });
});

test('what was missed while cut off is shown once; after five failures one is asked', async ({
  browser,
}) => {
  test.slow();
  const { page, people } = await meet(browser, desk, 2);
  const posts = [await writePost(page, 'One'), await writePost(page, 'Two')] as const;
  const line = await layLine();
  await page.goto(`${line.address}/home/noti`);
  await like(people[0]!.page, posts[0]);
  await expect(rows(page)).toHaveCount(1);

  await test.step('a short break', async () => {
    line.cut();
    for (const fan of people) await repost(fan.page, posts[1]);
    await like(people[1]!.page, posts[0]);
    await expectUnread(page, 1);
    line.mend();
    await expectUnread(page, 4);
    await expect(rows(page)).toHaveCount(2);
    await expect(rows(page).first()).toContainText('liked your post.');
    await expect(rows(page).last()).toContainText('reposted your post.');
  });

  await test.step('a long one', async () => {
    line.cut();
    const again = page.getByRole('button', { name: 'Reconnect' });
    await expect(again).toBeVisible({ timeout: 60_000 });
    await inEveryTheme(page, 'nothing live any more');
    await like(people[0]!.page, posts[1]);
    line.mend();
    await again.click();
    await expect(again).toBeHidden();
    await expectUnread(page, 5);
    await expect(rows(page)).toHaveCount(3);
  });

  await test.step('coming back to the tab tries by itself', async () => {
    line.cut();
    await expect(page.getByRole('button', { name: 'Reconnect' })).toBeVisible({ timeout: 60_000 });
    line.mend();
    await like(people[1]!.page, posts[1]);
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await expectUnread(page, 6);
  });
  await line.close();
});

test('somebody one follows has a dot while they have Roost in sight', async ({ browser }) => {
  const { page, people } = await meet(browser, desk, 1);
  const { name: username, page: theirs } = people[0]!;
  const answer = await page.request.get(`/api/users/getuser/${username}`);
  const { user } = ((await answer.json()) as { data: { user: object } }).data;
  // Who is suggested otherwise depends on who else there is.
  await page.route('**/api/users/suggested*', async (route) =>
    route.fulfill({ json: { status: 'success', data: [{ ...user, profile: user }] } }),
  );
  await page.reload();
  const row = page.getByRole('complementary').getByRole('listitem').first();
  const dot = page.getByRole('group', { name: `About @${username}` }).getByRole('img', {
    name: 'Online',
  });
  await row.getByRole('button', { name: /^Follow/ }).click();
  await row.getByRole('link').first().hover();
  await expect(dot).toBeVisible();
  await inEveryTheme(page, 'hover card of somebody online');
  await theirs.close();
  await expect(page.getByRole('group', { name: `About @${username}` })).toBeVisible();
  await expect(dot).toBeHidden({ timeout: 20_000 });
});
