import { expect, test, type Browser, type Page } from '@playwright/test';
import { layLine } from './cuttable-line.ts';
import { arrive, newName, writeComment, writePost } from './people.ts';
import { inEveryTheme } from './themes.ts';

const desk = { viewport: { width: 1280, height: 900 } };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Somebody, and whoever does things to them by the API. */
async function meet(browser: Browser, options = desk, others = 2) {
  const name = newName('owner');
  const page = await arrive(browser, name, options);
  const people: { name: string; page: Page }[] = [];
  for (let n = 0; n < others; n += 1) {
    const other = newName(`fan${n}`);
    people.push({ name: other, page: await arrive(browser, other, desk) });
  }
  return { name, page, people };
}

const like = async (by: Page, id: string) => by.request.post(`/api/posts/${id}/like`);
const repost = async (by: Page, id: string) => by.request.post(`/api/posts/${id}/repost`);

async function follow(by: Page, username: string): Promise<void> {
  const answer = await by.request.get(`/api/users/getuser/${username}`);
  const { data } = (await answer.json()) as { data: { user: { _id: string } } };
  await by.request.post(`/api/follow/${data.user._id}`);
}

const entry = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Notification' });
const rows = (page: Page, list = 'Notifications') =>
  page.getByRole('list', { name: list }).getByRole('listitem');
const tab = (page: Page, name: string) => page.getByRole('tab', { name });

async function expectUnread(page: Page, count: number): Promise<void> {
  await expect(entry(page)).toHaveAccessibleName(
    count ? `${count} unread, Notification` : 'Notification',
  );
  await expect(page).toHaveTitle(count ? new RegExp(`^\\(${count}\\) `) : /^[^(]/);
}

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

test('read and deleted: one, a fold, all; the same in another tab', async ({ browser }) => {
  const { page, people } = await meet(browser, desk, 3);
  const post = await writePost(page, 'Loved');
  const other = await writePost(page, 'Also loved');
  for (const fan of people) await like(fan.page, post);
  await like(people[0]!.page, other);
  await page.goto('/home/noti');
  const second = await page.context().newPage();
  await second.goto('/home/noti');
  const fold = rows(page).filter({ hasText: 'and 1 other liked your post.' });
  await expect(fold).toHaveCount(1);
  await expect(rows(second)).toHaveCount(2);
  await expectUnread(page, 4);

  await fold.getByRole('button', { name: 'Mark as read' }).click();
  await expectUnread(page, 1);
  await expect(fold.getByRole('button', { name: 'Mark as read' })).toBeHidden();
  await expectUnread(second, 1);

  await fold.getByRole('button', { name: 'Delete' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(second)).toHaveCount(1);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);

  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expectUnread(page, 0);
  await expectUnread(second, 0);
  await page.getByRole('button', { name: 'Delete all' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Delete all' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete all' }).click();
  await expect(page.getByText('No notifications', { exact: true })).toBeVisible();
  await expect(second.getByText('No notifications', { exact: true })).toBeVisible();
});

test('a change that fails is taken back, and said', async ({ browser }) => {
  const { page, people } = await meet(browser, desk, 1);
  await like(people[0]!.page, await writePost(page, 'Loved'));
  await page.goto('/home/noti');
  await expect(rows(page)).toHaveCount(1);
  await page.route('**/api/notifications/*', async (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.fallback(),
  );
  await rows(page).getByRole('button', { name: 'Delete' }).click();
  await expect(page.locator('[data-toaster]')).toContainText('Roost can’t be reached');
  await expect(rows(page)).toHaveCount(1);
  await expectUnread(page, 1);
});

test('pages by number, in the address; a list that could not be loaded', async ({ browser }) => {
  const { name, page, people } = await meet(browser, desk, 1);
  const fan = people[0]!;
  for (let n = 0; n < 12; n += 1) await writePost(fan.page, `Number ${n} for @${name}`);
  await page.goto('/home/noti');
  await expect(rows(page)).toHaveCount(10);
  await expect(page.getByText('Page 1 of 2')).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Page 2 of 2')).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  await expect(page).toHaveURL(/page=2/);

  await test.step('a new one leaves the second page as it is', async () => {
    await writePost(fan.page, `One more for @${name}`);
    await expectUnread(page, 13);
    await expect(rows(page)).toHaveCount(2);
  });

  await test.step('a page that is no more leads to the last there is', async () => {
    await page.goto('/home/noti?tab=mentions&page=9');
    await expect(page.getByText('Page 2 of 2')).toBeVisible();
    await expect(tab(page, 'Mentions')).toHaveAttribute('aria-selected', 'true');
    await expect(rows(page, 'Mentions')).toHaveCount(3);
  });

  await test.step('an error, and a second try', async () => {
    const failing = '**/api/notifications?*';
    await page.route(failing, async (route) => route.abort());
    // Within the page: a page just loaded asks again by itself once it is connected.
    await tab(page, 'All').click();
    await expect(page.getByRole('alert')).toContainText('Roost can’t be reached');
    await page.unroute(failing);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(rows(page)).toHaveCount(10);
  });
});

test('preferences: each kind, all, and words for what fails', async ({ browser }) => {
  const { page, people } = await meet(browser, desk, 1);
  const post = await writePost(page, 'Quiet please');
  const drawer = page.getByRole('dialog', { name: 'Notification settings' });
  const open = async () => page.getByRole('button', { name: 'Notification settings' }).click();
  const choose = async (what: string, whom: string) =>
    drawer.getByRole('radiogroup', { name: what }).getByRole('radio', { name: whom }).check();
  await page.goto('/home/noti');

  const failing = '**/api/users/me/notification-preferences';
  await page.route(failing, async (route) => route.abort());
  await open();
  await expect(drawer.getByText('Failed to load preferences')).toBeVisible();
  await page.unroute(failing);
  await drawer.getByRole('button', { name: 'Try again' }).click();
  await choose('Likes', 'No one');
  await page.route(failing, async (route) => route.abort());
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(drawer.getByText('Save failed')).toBeVisible();
  await page.unroute(failing);
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(drawer.getByText('Saved')).toBeVisible();
  await expect(drawer).toBeHidden({ timeout: 3_000 });

  await like(people[0]!.page, post);
  await writeComment(people[0]!.page, post, 'But a word');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('replied to you');

  await open();
  await expect(
    drawer.getByRole('radiogroup', { name: 'Likes' }).getByRole('radio', { name: 'No one' }),
  ).toBeChecked();
  await choose('All notifications', 'No one');
  for (const radio of await drawer
    .getByRole('radiogroup', { name: /Likes|Comments|Mentions|Reposts|New followers/ })
    .getByRole('radio')
    .all())
    await expect(radio).toBeDisabled();
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(drawer).toBeHidden();
  await repost(people[0]!.page, post);
  await writeComment(people[0]!.page, post, 'Nobody is told of this');
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
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

test('whoever is blocked leaves the list at once', async ({ browser }) => {
  const { page, people } = await meet(browser, desk, 2);
  const post = await writePost(page, 'Hello all');
  for (const fan of people) await writeComment(fan.page, post, `From ${fan.name}`);
  await page.goto('/home/noti');
  await expect(rows(page)).toHaveCount(2);
  await rows(page)
    .getByRole('link', { name: new RegExp(people[0]!.name) })
    .click();
  await page.getByRole('main').getByRole('button', { name: 'More' }).last().click();
  await page.getByRole('menuitem', { name: 'Block' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block', exact: true }).click();
  await expectUnread(page, 1);
  await entry(page).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(people[1]!.name);
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

for (const [name, size] of Object.entries({ desk, phone })) {
  test(`nothing serious for axe, ${name}`, async ({ browser }) => {
    test.setTimeout(300_000);
    const { name: owner, page, people } = await meet(browser, size, 2);
    await page.goto('/home/noti');
    await expect(page.getByText('No notifications', { exact: true })).toBeVisible();
    await inEveryTheme(page, 'no notifications');
    const post = await writePost(page, 'A post of mine with a few words');
    for (const fan of people) await like(fan.page, post);
    await repost(people[0]!.page, post);
    await follow(people[1]!.page, owner);
    await writeComment(people[1]!.page, post, 'A comment');
    for (let n = 0; n < 8; n += 1) await writePost(people[0]!.page, `Number ${n} for @${owner}`);
    await expectUnread(page, 13);
    await rows(page).first().getByRole('button', { name: 'Mark as read' }).click();
    await expectUnread(page, 12);
    await expect(page.getByText('Page 1 of 2')).toBeVisible();
    await inEveryTheme(page, 'notifications');
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByText('Page 2 of 2')).toBeVisible();
    await expect(rows(page).first()).toBeVisible();
    await inEveryTheme(page, 'second page');
    await page.getByRole('button', { name: 'Notification settings' }).click();
    const drawer = page.getByRole('dialog', { name: 'Notification settings' });
    const all = drawer.getByRole('radiogroup', { name: 'All notifications' });
    await expect(all).toBeVisible();
    await inEveryTheme(page, 'preferences');
    await all.getByRole('radio', { name: 'No one' }).check();
    await inEveryTheme(page, 'preferences, none');
  });
}
