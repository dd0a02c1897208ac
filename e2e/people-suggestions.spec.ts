import { expect, type Page } from '@playwright/test';
import { arrive, newName, writePost } from './people.ts';
import { test } from './test.ts';

const panel = (page: Page) => page.getByRole('region', { name: 'Who to follow' });
const row = (page: Page, username: string) =>
  panel(page)
    .getByRole('listitem')
    .filter({ hasText: `@${username}` });
const hoverCard = (page: Page, username: string) =>
  page.getByRole('group', { name: `About @${username}` });

/** Two people, one of whom is sure to be suggested to the other: they follow them. */
async function fanAndMe(browser: Parameters<typeof arrive>[0]) {
  const [name, fan] = [newName('mara'), newName('fan')];
  const page = await arrive(browser, name);
  const other = await arrive(browser, fan);
  const me = await page.request.get('/api/auth/me');
  const { data } = (await me.json()) as { data: { _id: string } };
  await other.request.post(`/api/follow/${data._id}`);
  await page.reload();
  await expect(row(page, fan)).toBeVisible();
  return { page, other, fan };
}

test('the hover card comes after a second of rest, and goes soon after the pointer', async ({
  browser,
}) => {
  const { page, fan } = await fanAndMe(browser);
  // The page's own clock, so that a busy machine's does not count.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await row(page, fan).hover();
  await page.clock.runFor(900);
  await expect(hoverCard(page, fan)).toHaveCount(0);
  await page.clock.resume();
  await page.clock.runFor(200);
  await expect(hoverCard(page, fan)).toBeVisible();
  const found = hoverCard(page, fan);
  for (const words of [
    `${fan} of Roost`,
    `@${fan}`,
    'No bio available.',
    '1 Following',
    '0 Followers',
    'Joined ',
  ])
    await expect(found).toContainText(words);

  await test.step('one can go into it, and follow there', async () => {
    await found.getByRole('button', { name: `Follow @${fan}` }).click();
    await expect(found).toContainText('Following');
    await expect(found).toContainText('1 Follower');
    // The list shows it too, and nobody moved.
    await expect(
      row(page, fan)
        .getByRole('button', { name: `@${fan}` })
        .first(),
    ).toContainText('Following');
  });

  await test.step('it lingers 300 ms', async () => {
    await page.clock.pauseAt(Date.now() + 120_000);
    await page.mouse.move(4, 4);
    await page.clock.runFor(200);
    await expect(found).toBeVisible();
    await page.clock.runFor(400);
    await expect(found).toBeHidden();
  });

  await test.step('a pointer that only passes opens nothing', async () => {
    await row(page, fan).hover();
    await page.clock.runFor(300);
    await page.mouse.move(4, 4);
    await page.clock.runFor(1_200);
    await expect(hoverCard(page, fan)).toHaveCount(0);
    await page.clock.resume();
  });

  await test.step('its summary leads to the profile', async () => {
    await row(page, fan).hover();
    await hoverCard(page, fan).getByRole('link', { name: 'Profile Summary' }).click();
    await expect(page).toHaveURL(new RegExp(`/home/profile/${fan}$`));
    await expect(hoverCard(page, fan)).toBeHidden();
  });
});

test('the keyboard reaches the card, and Escape puts it away', async ({ browser }) => {
  const { page, fan } = await fanAndMe(browser);
  // The row's own link, then follow and dismiss, then what the card holds.
  await panel(page).getByRole('heading').focus();
  await page.keyboard.press('Tab');
  const link = row(page, fan).getByRole('link').first();
  await link.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(link).toBeFocused();
  const found = hoverCard(page, fan);
  await expect(found).toBeVisible();
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('Tab');
  await expect(found.getByRole('link', { name: 'Profile Summary' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(found).toBeHidden();

  await test.step('a pointer that only passes does not bring it back', async () => {
    await page.clock.install();
    await row(page, fan).hover();
    await page.clock.runFor(300);
    await page.mouse.move(4, 4);
    await page.clock.runFor(1_500);
    await expect(found).toHaveCount(0);
  });
});

test('dismissing takes a person out for good', async ({ browser }) => {
  const { page, fan } = await fanAndMe(browser);
  await row(page, fan)
    .getByRole('button', { name: `Don’t suggest @${fan}` })
    .click();
  await expect(row(page, fan)).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  await page.reload();
  // Somebody else, or nobody: this may be the only test that runs.
  await expect(
    panel(page).getByRole('listitem').or(panel(page).getByText('No suggestions found.')).first(),
  ).toBeVisible();
  await expect(row(page, fan)).toHaveCount(0);
});

test('a blocked person leaves the suggestions and every open list at once', async ({ browser }) => {
  const { page, other, fan } = await fanAndMe(browser);
  const postId = await writePost(other, `Words of ${fan}`);
  await page.goto(`/home/profile/${fan}`);
  await expect(row(page, fan)).toBeVisible();
  // Not a request is answered from here on: what is hidden is hidden by us.
  await page.route('**/api/users/suggested**', (route) => route.abort());
  await page.getByRole('main').getByRole('button', { name: 'More' }).first().click();
  await page.getByRole('menuitem', { name: `Block @${fan}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block', exact: true }).click();
  await expect(row(page, fan)).toHaveCount(0);
  await expect(page.getByText('No content available.')).toBeVisible();
  await page.goto(`/home/post/${postId}`);
  await expect(page.getByText('Post missing or deleted, please go back .')).toBeVisible();
});

test('failure and emptiness have their words', async ({ browser }) => {
  const page = await arrive(browser, newName('mara'));
  // What is still being asked for would be failed in the place of what comes after the reload.
  await page.waitForLoadState('networkidle');
  await page.route('**/api/users/suggested**', (route) => route.abort(), { times: 1 });
  await page.reload();
  await expect(panel(page).getByText('Failed to load suggestions.')).toBeVisible();
  await page.route(
    '**/api/users/suggested**',
    (route) => route.fulfill({ json: { status: 'success', data: [] } }),
    { times: 1 },
  );
  await panel(page).getByRole('button', { name: 'Try again' }).click();
  await expect(panel(page).getByText('No suggestions found.')).toBeVisible();
});

test('phones have no right column, and an empty feed suggests people instead', async ({
  browser,
}) => {
  const page = await arrive(browser, newName('mara'), { viewport: { width: 390, height: 844 } });
  await expect(page.getByRole('complementary')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Following' }).click();
  await expect(page.getByText('No posts available.')).toBeVisible();
  await expect(panel(page)).toBeVisible();
});

test('the search box leads to the search', async ({ browser }) => {
  const page = await arrive(browser, newName('mara'));
  await expect(
    page.getByRole('complementary').getByRole('link', { name: 'Search' }),
  ).toHaveAttribute('href', '/home/search');
});
