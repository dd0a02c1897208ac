import { expect, type Page } from '@playwright/test';
import * as users from '@roost/contract/users';
import {
  connect,
  newMemberAtHome,
  newName,
  writePost,
  newMember,
  newApiMember,
} from '../support/members.ts';
import { test } from '../support/test.ts';
import { follow } from '../support/api.ts';
import { urlOf } from '../support/endpoint-urls.ts';

const panel = (page: Page) => page.getByRole('region', { name: 'Who to follow' });
const row = (page: Page, username: string) =>
  panel(page)
    .getByRole('listitem')
    .filter({ hasText: `@${username}` });
const hoverCard = (page: Page, username: string) =>
  page.getByRole('group', { name: `About @${username}` });

/** Creates a member and a fan. The fan follows the member, so the member gets the fan as a suggestion. */
async function newMemberWithFan(browser: Parameters<typeof newMemberAtHome>[0]) {
  const [name, fan] = [newName('mara'), newName('fan')];
  const page = await newMember(browser, name);
  const other = await newApiMember(browser, fan);
  await follow(other, name);
  await page.goto('/home');
  await expect(row(page, fan)).toBeVisible();
  return { page, other, fan };
}

test('the hover card opens after a second and closes after the pointer leaves', async ({
  browser,
}) => {
  const { page, fan } = await newMemberWithFan(browser);
  // A fake clock for the page, so a busy machine does not matter.
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

  await test.step('the pointer can enter the card and follow there', async () => {
    await found.getByRole('button', { name: `Follow @${fan}` }).click();
    await expect(found).toContainText('Following');
    await expect(found).toContainText('1 Follower');
    // The list shows the follow too, and the row stays in its position.
    await expect(
      row(page, fan)
        .getByRole('button', { name: `@${fan}` })
        .first(),
    ).toContainText('Following');
  });

  await test.step('it closes 300 ms after the pointer leaves', async () => {
    await page.clock.pauseAt(Date.now() + 120_000);
    await page.mouse.move(4, 4);
    await page.clock.runFor(200);
    await expect(found).toBeVisible();
    await page.clock.runFor(400);
    await expect(found).toBeHidden();
  });

  await test.step('a passing pointer opens no card', async () => {
    await row(page, fan).hover();
    await page.clock.runFor(300);
    await page.mouse.move(4, 4);
    await page.clock.runFor(1_200);
    await expect(hoverCard(page, fan)).toHaveCount(0);
    await page.clock.resume();
  });

  await test.step('Profile Summary opens the profile', async () => {
    await row(page, fan).hover();
    await hoverCard(page, fan).getByRole('link', { name: 'Profile Summary' }).click();
    await expect(page).toHaveURL(new RegExp(`/home/profile/${fan}$`));
    await expect(hoverCard(page, fan)).toBeHidden();
  });
});

test('the keyboard opens the card, and Escape closes it', async ({ browser }) => {
  const { page, fan } = await newMemberWithFan(browser);
  // Tab order: the row's link, follow, dismiss, then the content of the card.
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

  await test.step('a passing pointer does not open it again', async () => {
    await page.clock.install();
    await row(page, fan).hover();
    await page.clock.runFor(300);
    await page.mouse.move(4, 4);
    await page.clock.runFor(1_500);
    await expect(found).toHaveCount(0);
  });
});

test('a dismissed suggestion does not return', async ({ browser }) => {
  const { page, fan } = await newMemberWithFan(browser);
  // A reload before the answer could cancel the request.
  const answered = page.waitForResponse(urlOf(users.dismissSuggested));
  await row(page, fan)
    .getByRole('button', { name: `Don’t suggest @${fan}` })
    .click();
  await expect(row(page, fan)).toHaveCount(0);
  await answered;
  await page.reload();
  // If no other test runs, there may be no other suggestion.
  await expect(
    panel(page).getByRole('listitem').or(panel(page).getByText('No suggestions found.')).first(),
  ).toBeVisible();
  await expect(row(page, fan)).toHaveCount(0);
});

test('a blocked person leaves the suggestions and every open list at once', async ({ browser }) => {
  const { page, other, fan } = await newMemberWithFan(browser);
  const postId = await writePost(other, `Words of ${fan}`);
  await page.goto(`/home/profile/${fan}`);
  await expect(row(page, fan)).toBeVisible();
  // From here on the server answers no request for suggestions, so the app itself hides the member.
  await page.route(urlOf(users.listSuggested), (route) => route.abort());
  await page.getByRole('main').getByRole('button', { name: 'More' }).first().click();
  await page.getByRole('menuitem', { name: `Block @${fan}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block', exact: true }).click();
  await expect(row(page, fan)).toHaveCount(0);
  await expect(page.getByText('No content available.')).toBeVisible();
  await page.goto(`/home/post/${postId}`);
  await expect(page.getByText('Post missing or deleted, please go back .')).toBeVisible();
});

test('failed and empty suggestions have their own texts', async ({ browser }) => {
  const page = await newMember(browser, newName('mara'));
  const suggested = urlOf(users.listSuggested);
  // Every request fails until the route is removed, because the page may retry by itself.
  await page.route(suggested, (route) => route.fulfill({ status: 500, body: '' }));
  await connect(page, async () => page.goto('/home'));
  await expect(panel(page).getByText('Failed to load suggestions.')).toBeVisible();
  await page.unroute(suggested);
  await page.route(suggested, (route) => route.fulfill({ json: { status: 'success', data: [] } }));
  await panel(page).getByRole('button', { name: 'Try again' }).click();
  await expect(panel(page).getByText('No suggestions found.')).toBeVisible();
});

test('phones have no right column, and an empty feed suggests people', async ({ browser }) => {
  const page = await newMemberAtHome(browser, newName('mara'), {
    viewport: { width: 390, height: 844 },
  });
  await expect(page.getByRole('complementary')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Following' }).click();
  await expect(page.getByText('No posts available.')).toBeVisible();
  await expect(panel(page)).toBeVisible();
});

test('the search box of the right column leads to the search', async ({ browser }) => {
  const page = await newMemberAtHome(browser, newName('mara'));
  await expect(
    page.getByRole('complementary').getByRole('link', { name: 'Search' }),
  ).toHaveAttribute('href', '/home/search');
});
