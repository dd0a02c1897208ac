import { expect, type Browser, type Page, type Route, type ViewportSize } from '@playwright/test';
import * as reactions from '@roost/contract/reactions';
import {
  connect,
  card,
  newName,
  writePost,
  newMember,
  newMemberAtHome,
  newApiMember,
} from '../support/members.ts';
import { checkAccessibility } from '../support/accessibility.ts';
import { test } from '../support/test.ts';
import { desktop, phone } from '../support/devices.ts';
import { variants } from '../support/matrix.ts';
import { call } from '../support/api.ts';
import { holdRequests } from '../support/held-requests.ts';
import { laterPagesOf, urlOf } from '../support/endpoint-urls.ts';

const sizes = variants(phone.viewport, desktop.viewport);

const filter = (page: Page) => page.getByRole('textbox', { name: 'Filter bookmarks' });
/** Answers as a server that refuses. Without an answer, the app would keep the press and send it later. */
const refuse = async (route: Route) =>
  route.fulfill({ status: 403, json: { status: 'fail', message: 'No.', code: 'forbidden' } });
const bookmark = async (page: Page, postId: string) =>
  call(page, reactions.toggleBookmark, { params: { postId } });

/**
 * Creates a member who has bookmarked another member's post, and later 13 own ones. So the first bookmark is on an older
 * page. The browser's page is blank.
 */
async function newKeeper(browser: Browser, viewport: ViewportSize) {
  const author = newName('author');
  const other = await newApiMember(browser, author);
  const page = await newMember(browser, newName('keeper'), { viewport });
  await bookmark(page, await writePost(other, 'The very first: a needle'));
  for (let n = 1; n <= 13; n += 1) await bookmark(page, await writePost(page, `Straw ${n}.`));
  return { page, author };
}

for (const viewport of sizes) {
  test(`the navigation leads to the bookmarks, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const page = await newMemberAtHome(browser, newName('keeper'), { viewport });
    if (viewport.width < 768) {
      await expect(
        page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Bookmarks' }),
      ).toHaveCount(0);
      await page.getByRole('button', { name: 'Account' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Bookmarks' }).click();
    } else await page.getByRole('link', { name: 'Bookmarks' }).click();
    await expect(page).toHaveURL(/\/home\/bookmarks$/);
    await expect(page.getByRole('heading', { name: 'Bookmarks' })).toBeVisible();
    await expect(page.getByText('No bookmarks found.')).toBeVisible();
  });

  test(`the filter searches older pages and says so, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const { page, author } = await newKeeper(browser, viewport);
    // The first page loads, and the older one waits.
    const release = await holdRequests(page, laterPagesOf(reactions.listBookmarks));
    await page.goto('/home/bookmarks');
    await filter(page).fill('needle');
    await expect(page.getByText('Looking through older posts…')).toBeVisible();
    release();
    await expect(card(page, 'a needle')).toBeVisible();
    await expect(card(page, 'Straw')).toHaveCount(0);
    await expect(page.getByText('Looking through older posts…')).toHaveCount(0);
    for (const words of [`@${author}`, `${author.toUpperCase()} of roost`]) {
      await filter(page).fill(words);
      await expect(card(page, 'Straw')).toHaveCount(0);
      await expect(card(page, 'a needle')).toBeVisible();
    }
    await filter(page).fill('no such words');
    await expect(page.getByText('No bookmarks found.')).toBeVisible();
  });

  test(`Back and a reload keep the filter, ${viewport.width} wide @matrix`, async ({ browser }) => {
    const { page } = await newKeeper(browser, viewport);
    await page.goto('/home/bookmarks');
    await filter(page).fill('needle');
    await card(page, 'a needle').getByText('The very first').click();
    await page.waitForURL('**/post/**');
    await page.goBack();
    await expect(filter(page)).toHaveValue('needle');
    await page.reload();
    await expect(filter(page)).toHaveValue('needle');
    await expect(card(page, 'a needle')).toBeVisible();
  });

  test(`a removed bookmark disappears at once, and returns when the removal fails, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const { page } = await newKeeper(browser, viewport);
    await page.goto('/home/bookmarks');
    await filter(page).fill('needle');
    await page.route(urlOf(reactions.toggleBookmark), refuse);
    const needle = card(page, 'a needle');
    const button = needle.getByRole('button', { name: 'Bookmark' });
    await button.click();
    await expect(needle).toHaveCount(1);
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    await page.unroute(urlOf(reactions.toggleBookmark));
    await button.click();
    await expect(needle).toHaveCount(0);
    await expect(page.getByText('No bookmarks found.')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filter' }).click();
    await expect(card(page, 'Straw')).toHaveCount(13);
    await checkAccessibility(page, 'bookmarks');
  });

  test(`failed bookmarks can be retried, ${viewport.width} wide @matrix`, async ({ browser }) => {
    const page = await newMember(browser, newName('keeper'), { viewport });
    await bookmark(page, await writePost(page, 'Kept.'));
    await page.route(urlOf(reactions.listBookmarks), (route) => route.abort());
    await connect(page, async () => page.goto('/home/bookmarks'));
    await expect(page.getByRole('main').getByText('Failed to load bookmarks.')).toBeVisible();
    await page.unroute(urlOf(reactions.listBookmarks));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(card(page, 'Kept.')).toBeVisible();
  });
}
