import { expect, type Browser, type Page, type ViewportSize } from '@playwright/test';
import * as auth from '@roost/contract/auth';
import * as search from '@roost/contract/search';
import {
  card,
  newName,
  PASSWORD,
  signIn,
  writePost,
  newMember,
  registerByApi,
  newApiMember,
} from '../support/members.ts';
import { recordLayoutShifts } from '../support/layout-shifts.ts';
import { test } from '../support/test.ts';
import { checkAccessibility } from '../support/accessibility.ts';
import { desktop, phone } from '../support/devices.ts';
import { variants } from '../support/matrix.ts';
import { call } from '../support/api.ts';
import { urlOf } from '../support/endpoint-urls.ts';

const sizes = variants(desktop.viewport, phone.viewport);

const box = (page: Page) =>
  page.getByRole('combobox', { name: 'Search people, posts or hashtags' });
const suggestions = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' });
const recent = (page: Page) => page.getByRole('grid', { name: 'Recent searches' });
const word = () => `w${Math.random().toString(36).slice(2, 12)}`;

/** Answers the request for trending hashtags, because the server computes them only once a minute. */
async function stubTrendingHashtag(page: Page, tag: string): Promise<void> {
  await page.route(urlOf(search.listTrending), async (route) =>
    route.fulfill({
      json: { status: 'success', success: true, hashtags: [{ _id: tag, count: 3 }] },
    }),
  );
}

async function expectActive(page: Page, name: string | RegExp): Promise<void> {
  const active = await box(page).getAttribute('aria-activedescendant');
  expect(active).not.toBeNull();
  await expect(page.locator(`[id="${active}"]`)).toHaveText(name);
}

/** Theo has written a post with a hashtag, and Mara has the search page open. Theo's name and the hashtag begin with `start`. */
async function openSearch(browser: Browser, viewport: ViewportSize) {
  const theo = newName('theo');
  const tag = `${theo}news`;
  const page = await newMember(browser, newName('mara'), { viewport });
  const other = await newApiMember(browser, theo);
  await writePost(other, `Snow on the roof #${tag}`);
  await stubTrendingHashtag(page, tag);
  const shiftOf = await recordLayoutShifts(page);
  await page.goto('/home/search');
  await expect(page.getByRole('link', { name: `#${tag}` })).toBeVisible();
  return { page, theo, tag, start: theo.slice(0, -2), shiftOf };
}

for (const viewport of sizes) {
  test(`the search box suggests people and hashtags, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const { page, theo, tag, start } = await openSearch(browser, viewport);

    await test.step('the keyboard selects a person', async () => {
      await box(page).click();
      await expect(box(page)).toHaveAttribute('aria-expanded', 'false');
      await box(page).pressSequentially(start);
      await expect(suggestions(page).getByRole('option')).toHaveText([
        `Search for "${start}"`,
        new RegExp(`@${theo}`),
        `#${tag}`,
      ]);
      await expect(box(page)).toHaveAttribute('aria-expanded', 'true');
      await expect(box(page)).not.toHaveAttribute('aria-activedescendant');
      await checkAccessibility(page, 'suggestions');
      await page.keyboard.press('ArrowDown');
      await expectActive(page, `Search for "${start}"`);
      await page.keyboard.press('ArrowDown');
      await expectActive(page, new RegExp(`@${theo}`));
      await checkAccessibility(page, 'a suggestion the keys stand on');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(new RegExp(`/home/profile/${theo}$`));
      await page.goBack();
    });

    await test.step('the keyboard selects a hashtag, and Enter searches', async () => {
      await box(page).fill('');
      await box(page).pressSequentially(start);
      await expect(suggestions(page).getByRole('option')).toHaveCount(3);
      await page.keyboard.press('ArrowUp');
      await expectActive(page, `#${tag}`);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(new RegExp(`/home/search\\?q=%23${tag}$`));
      await expect(box(page)).toHaveValue(`#${tag}`);
      await expect(suggestions(page)).toHaveCount(0);
      await page.goBack();
      await box(page).fill('');
      await box(page).pressSequentially(start);
      await expect(suggestions(page)).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(suggestions(page)).toHaveCount(0);
      await expect(page).toHaveURL(new RegExp(`/home/search\\?q=${start}$`));
      await expect(page.getByRole('region', { name: 'People' })).toBeVisible();
    });

    await test.step('Escape closes the list, then clears the box', async () => {
      await box(page).press('Backspace');
      await expect(suggestions(page)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(suggestions(page)).toHaveCount(0);
      await expect(box(page)).toHaveValue(start.slice(0, -1));
      await page.keyboard.press('Escape');
      await expect(box(page)).toHaveValue('');
      await expect(box(page)).toBeFocused();
    });
  });

  test(`suggestions follow the text and the pointer, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const { page, theo, tag, start, shiftOf } = await openSearch(browser, viewport);

    await test.step('the pointer selects a person, and a click outside closes the list', async () => {
      const before = await shiftOf();
      await box(page).pressSequentially(start);
      const person = suggestions(page).getByRole('option', { name: `@${theo}` });
      await expect(person).toBeVisible();
      const { sum, what } = await shiftOf();
      expect(sum - before.sum, what.join('; ')).toBeLessThan(0.002);
      await person.click();
      await expect(page).toHaveURL(new RegExp(`/home/profile/${theo}$`));
      await page.goBack();
      await box(page).fill('');
      await box(page).pressSequentially(start);
      await expect(suggestions(page)).toBeVisible();
      await page.mouse.click(20, viewport.height - 120);
      await expect(suggestions(page)).toHaveCount(0);
    });

    await test.step('a hashtag prefix suggests hashtags only', async () => {
      await box(page).fill('');
      await box(page).pressSequentially(`#${start}`);
      await expect(suggestions(page).getByRole('option', { name: `#${tag}` })).toBeVisible();
      await expect(suggestions(page).getByText('People')).toHaveCount(0);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
    });

    await test.step('an answer to an older text is dropped', async () => {
      await page.goto('/home/search');
      const asked: string[] = [];
      await page.route(urlOf(search.searchUsers), async (route) => {
        const text = new URL(route.request().url()).searchParams.get('query') ?? '';
        asked.push(text);
        if (text !== 'th') await route.continue();
      });
      // The page before may have left other requests.
      const cancelled = page.waitForEvent('requestfailed', (request) => {
        const { href, searchParams } = new URL(request.url());
        return urlOf(search.searchUsers).test(href) && searchParams.get('query') === 'th';
      });
      await box(page).pressSequentially('th');
      await expect.poll(() => asked).toEqual(['th']);
      await box(page).pressSequentially(start.slice(2));
      await cancelled;
      await expect(suggestions(page).getByText(`@${theo}`)).toBeVisible();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });

    await test.step('a failed or limited request shows no list and no error', async () => {
      for (const status of [429, 503]) {
        await page.route(
          urlOf(search.searchUsers, search.listTrending, search.suggestHashtags),
          (route) => route.fulfill({ status, body: '' }),
        );
        // Without a search, the page itself shows trending hashtags and their errors.
        await page.goto(`/home/search?q=${word()}`);
        await box(page).selectText();
        await box(page).pressSequentially(start);
        // The search for posts succeeds, and its answer is here.
        await expect(card(page, 'Snow on the roof')).toBeVisible();
        await expect(suggestions(page)).toHaveCount(0);
        await expect(page.locator('[data-toaster]')).toBeEmpty();
        await page.unrouteAll();
      }
    });
  });

  test(`the search box offers the member's recent searches, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const mara = newName('mara');
    const page = await newMember(browser, mara, { viewport });
    const searches = Array.from({ length: 9 }, word);
    const rows = recent(page).getByRole('row');
    const open = async () => {
      await page.goto('/home/search');
      await box(page).click();
    };

    await test.step('it shows the newest eight', async () => {
      await open();
      await expect(recent(page)).toHaveCount(0);
      for (const text of searches) {
        await box(page).fill(text);
        await box(page).press('Enter');
        await expect(page).toHaveURL(new RegExp(`\\?q=${text}$`));
      }
      await open();
      await expect(rows).toHaveText([...searches.slice(1).toReversed(), 'Clear all']);
      await checkAccessibility(page, 'recent searches');
    });

    await test.step('the keyboard repeats a search, which becomes the first', async () => {
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await expectActive(page, searches[7]!);
      await checkAccessibility(page, 'a recent search the keys stand on');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(new RegExp(`\\?q=${searches[7]}$`));
      await expect(recent(page)).toHaveCount(0);
      await open();
      await expect(rows.first()).toHaveText(searches[7]!);
    });

    await test.step('the keyboard removes one search', async () => {
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await expect(rows).toHaveCount(8);
      await expect(rows.first()).toHaveText(searches[8]!);
      await expect(box(page)).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(recent(page)).toHaveCount(0);
    });

    await test.step('the pointer removes one search, then all', async () => {
      await box(page).click();
      await recent(page)
        .getByRole('gridcell', { name: `Remove "${searches[8]}"` })
        .click();
      await expect(rows).toHaveCount(7);
      await expect(recent(page).getByText(searches[8]!)).toHaveCount(0);
      await recent(page).getByRole('gridcell', { name: 'Clear all' }).click();
      await expect(recent(page)).toHaveCount(0);
      await open();
      await expect(recent(page)).toHaveCount(0);
    });

    await test.step('a typed search with results is kept without Enter', async () => {
      await box(page).pressSequentially(searches[0]!);
      await expect(page).toHaveURL(new RegExp(`\\?q=${searches[0]}$`));
      await page.getByRole('tab', { name: 'People' }).click();
      await open();
      await expect(rows).toHaveText([searches[0]!, 'Clear all']);
    });

    await test.step('another member in the same browser does not see them', async () => {
      const other = newName('other');
      // An open page would notice the lost session and sign out, which deletes the searches.
      await page.goto('about:blank');
      await page.context().clearCookies();
      await registerByApi(page, other);
      await open();
      await expect(recent(page)).toHaveCount(0);
      await page.goto('about:blank');
      await page.context().clearCookies();
      await call(page, auth.login, { body: { email: mara, password: PASSWORD } });
      await open();
      await expect(rows).toHaveText([searches[0]!, 'Clear all']);
    });

    await test.step('a logout deletes them', async () => {
      await page.keyboard.press('Escape');
      if (viewport.width < 768) await page.getByRole('button', { name: 'Account' }).click();
      await page.getByRole('button', { name: 'Log out' }).click();
      await page.waitForURL('**/login');
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
      expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(searches[0]);
      await signIn(page, mara);
      await page.waitForURL('**/home');
      await open();
      await expect(recent(page)).toHaveCount(0);
    });
  });
}
