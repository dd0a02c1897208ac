import { expect, type Browser, type Page, type ViewportSize } from '@playwright/test';
import * as search from '@roost/contract/search';
import { card, newName, newWord, writePost, newMember, newApiMember } from '../support/members.ts';
import { recordLayoutShifts } from '../support/layout-shifts.ts';
import { test } from '../support/test.ts';
import { expectOnlyShareToast, recordToasts } from '../support/toasts.ts';
import { checkAccessibility } from '../support/accessibility.ts';
import { desktop, phone } from '../support/devices.ts';
import { variants } from '../support/matrix.ts';
import { expectActive, searchBox } from '../support/search-box.ts';
import { urlOf } from '../support/endpoint-urls.ts';

const sizes = variants(desktop.viewport, phone.viewport);

const suggestions = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' });

/** Answers the request for trending hashtags, because the server computes them only once a minute. */
async function stubTrendingHashtag(page: Page, tag: string): Promise<void> {
  await page.route(urlOf(search.listTrending), async (route) =>
    route.fulfill({
      json: { status: 'success', success: true, hashtags: [{ _id: tag, count: 3 }] },
    }),
  );
}

/** Whether the URL requests people for this text. */
const isPeopleSearch = (url: string, text: string) =>
  urlOf(search.searchUsers).test(url) && new URL(url).searchParams.get('query') === text;

/** Theo has written a post with a hashtag. Theo's name and the hashtag begin with `start`. Mara's page is blank. */
async function newSearcher(browser: Browser, viewport: ViewportSize) {
  const theo = newName('theo');
  const tag = `${theo}news`;
  const page = await newMember(browser, newName('mara'), { viewport });
  await writePost(await newApiMember(browser, theo), `Snow on the roof #${tag}`);
  return { page, theo, tag, start: theo.slice(0, -2) };
}

/** Opens the search page of a new searcher. */
async function openSearch(browser: Browser, viewport: ViewportSize) {
  const searcher = await newSearcher(browser, viewport);
  const { page, tag } = searcher;
  await stubTrendingHashtag(page, tag);
  const shiftOf = await recordLayoutShifts(page);
  await page.goto('/home/search');
  await expect(page.getByRole('link', { name: `#${tag}` })).toBeVisible();
  return { ...searcher, shiftOf };
}

for (const viewport of sizes) {
  test(`the keyboard selects a suggested person, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const { page, theo, tag, start } = await openSearch(browser, viewport);
    await searchBox(page).click();
    await expect(searchBox(page)).toHaveAttribute('aria-expanded', 'false');
    await searchBox(page).pressSequentially(start);
    await expect(suggestions(page).getByRole('option')).toHaveText([
      `Search for "${start}"`,
      new RegExp(`@${theo}`),
      `#${tag}`,
    ]);
    await expect(searchBox(page)).toHaveAttribute('aria-expanded', 'true');
    await expect(searchBox(page)).not.toHaveAttribute('aria-activedescendant');
    await checkAccessibility(page, 'suggestions');
    await page.keyboard.press('ArrowDown');
    await expectActive(page, `Search for "${start}"`);
    await page.keyboard.press('ArrowDown');
    await expectActive(page, new RegExp(`@${theo}`));
    await checkAccessibility(page, 'a highlighted suggestion');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/home/profile/${theo}$`));
  });

  test(`the keyboard selects a suggested hashtag, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const { page, tag, start } = await openSearch(browser, viewport);
    await searchBox(page).pressSequentially(start);
    await expect(suggestions(page).getByRole('option')).toHaveCount(3);
    await page.keyboard.press('ArrowUp');
    await expectActive(page, `#${tag}`);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/home/search\\?q=%23${tag}$`));
    await expect(searchBox(page)).toHaveValue(`#${tag}`);
    await expect(suggestions(page)).toHaveCount(0);
  });

  test(`Enter searches, and Backspace reopens the suggestions, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const { page, start } = await openSearch(browser, viewport);
    await searchBox(page).pressSequentially(start);
    await expect(suggestions(page)).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(suggestions(page)).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`/home/search\\?q=${start}$`));
    await expect(page.getByRole('region', { name: 'People' })).toBeVisible();
    await searchBox(page).press('Backspace');
    await expect(suggestions(page)).toBeVisible();
  });

  test(`Escape or a click outside closes the suggestions, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const { page, start } = await openSearch(browser, viewport);

    await test.step('Escape closes them, then clears the box', async () => {
      await searchBox(page).pressSequentially(start);
      await expect(suggestions(page)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(suggestions(page)).toHaveCount(0);
      await expect(searchBox(page)).toHaveValue(start);
      await page.keyboard.press('Escape');
      await expect(searchBox(page)).toHaveValue('');
      await expect(searchBox(page)).toBeFocused();
    });

    await test.step('a click outside closes them', async () => {
      await searchBox(page).pressSequentially(start);
      await expect(suggestions(page)).toBeVisible();
      await page.mouse.click(20, viewport.height - 120);
      await expect(suggestions(page)).toHaveCount(0);
    });
  });

  test(`the pointer selects a suggested person, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const { page, theo, start, shiftOf } = await openSearch(browser, viewport);
    const before = await shiftOf();
    await searchBox(page).pressSequentially(start);
    const person = suggestions(page).getByRole('option', { name: `@${theo}` });
    await expect(person).toBeVisible();
    const { sum, what } = await shiftOf();
    expect(sum - before.sum, what.join('; ')).toBeLessThan(0.002);
    await person.click();
    await expect(page).toHaveURL(new RegExp(`/home/profile/${theo}$`));
  });

  test(`a hashtag prefix suggests hashtags only, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const { page, tag, start } = await openSearch(browser, viewport);
    await searchBox(page).pressSequentially(`#${start}`);
    await expect(suggestions(page).getByRole('option', { name: `#${tag}` })).toBeVisible();
    await expect(suggestions(page).getByText('People')).toHaveCount(0);
  });

  test(`an answer to an older text is dropped, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const { page, theo, start } = await openSearch(browser, viewport);
    const asked: string[] = [];
    await page.route(urlOf(search.searchUsers), async (route) => {
      const text = new URL(route.request().url()).searchParams.get('query') ?? '';
      asked.push(text);
      if (text !== 'th') await route.continue();
    });
    const cancelled = page.waitForEvent('requestfailed', (request) =>
      isPeopleSearch(request.url(), 'th'),
    );
    await searchBox(page).pressSequentially('th');
    await expect.poll(() => asked).toEqual(['th']);
    await searchBox(page).pressSequentially(start.slice(2));
    await cancelled;
    await expect(suggestions(page).getByText(`@${theo}`)).toBeVisible();
  });

  test(`a failed or limited request shows no suggestions and no error, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const { page, start } = await newSearcher(browser, viewport);
    const toasts = await recordToasts(page);
    for (const status of [429, 503]) {
      await page.route(
        urlOf(search.searchUsers, search.listTrending, search.suggestHashtags),
        (route) => route.fulfill({ status, body: '' }),
      );
      // Without a search, the page itself shows trending hashtags and their errors.
      await page.goto(`/home/search?q=${newWord()}`);
      const refused = page.waitForResponse((response) => isPeopleSearch(response.url(), start));
      await searchBox(page).selectText();
      await searchBox(page).pressSequentially(start);
      await refused;
      // The search for posts succeeds.
      await expect(card(page, 'Snow on the roof')).toBeVisible();
      await expect(suggestions(page)).toHaveCount(0);
      await expectOnlyShareToast(card(page, 'Snow on the roof'), toasts);
      await page.unrouteAll();
    }
  });
}
