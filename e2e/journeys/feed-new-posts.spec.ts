import { expect, type Page } from '@playwright/test';
import * as feed from '@roost/contract/feed';
import { desktop, phone, withMotion } from '../support/devices.ts';
import { card, newName, writePost, newMember, newApiMember } from '../support/members.ts';
import { pullDown, wheelDown } from '../support/scrolling.ts';
import { checkAccessibility } from '../support/accessibility.ts';
import { test } from '../support/test.ts';
import { variants } from '../support/matrix.ts';
import { follow } from '../support/api.ts';
import { firstPageOf } from '../support/endpoint-urls.ts';

const pill = (page: Page) => page.getByRole('button', { name: /^Show \d+ posts?$/ });
const firstPost = (page: Page) => page.getByRole('article').first();
/** Matches a request for the first page of a feed. */
const FEED = firstPageOf(feed.getFeed);
const feedAsked = async (page: Page) => page.waitForRequest(FEED);

/** Opens 'Following' for a reader who follows one author, so posts of other tests do not count as new. */
async function meet(browser: Parameters<typeof newMember>[0], options = {}) {
  const name = newName('author');
  const author = await newApiMember(browser, name);
  for (let n = 0; n < 12; n += 1) await writePost(author, `Old ${n}. ${'Word '.repeat(60)}`);
  const page = await newMember(browser, newName('reader'), { ...withMotion, ...options });
  await follow(page, name);
  await page.goto('/home');
  await page.getByRole('tab', { name: 'Following' }).click();
  await expect(card(page, 'Old 11.')).toBeVisible();
  return { author, page };
}

test('the feed announces new posts and shows them after a click @matrix', async ({ browser }) => {
  const { author, page } = await meet(browser);
  const first = await firstPost(page).textContent();

  await test.step('the pill counts new posts, and nothing moves', async () => {
    await wheelDown(page, 4, 300);
    const top = async () => page.evaluate(() => Math.round(scrollY));
    const before = await top();
    await writePost(author, 'Brand new');
    await expect(pill(page)).toHaveText('Show 1 post');
    await expect(card(page, 'Brand new')).toHaveCount(0);
    expect(await top()).toBe(before);
  });

  await test.step('a click shows the new posts on top', async () => {
    await pill(page).click();
    await expect(firstPost(page)).toContainText('Brand new');
    await expect(pill(page)).toHaveCount(0);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    expect(await firstPost(page).textContent()).not.toBe(first);
  });

  await test.step('a return to the page counts posts from the meantime', async () => {
    await page.getByRole('link', { name: 'Bookmarks' }).click();
    await expect(page).toHaveURL(/bookmarks/);
    for (const text of ['While away', 'Still away']) await writePost(author, text);
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await expect(pill(page)).toHaveText('Show 2 posts');
    await expect(card(page, 'While away')).toHaveCount(0);
  });
});

for (const device of variants(phone, desktop))
  test(`the pill covers no text or button and moves nothing, ${device.viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const { author, page } = await meet(browser, device);
    const { y } = (await firstPost(page).boundingBox())!;
    await writePost(author, 'Brand new');
    await expect(pill(page)).toHaveText('Show 1 post');
    expect((await firstPost(page).boundingBox())!.y).toBe(y);
    await checkAccessibility(page, 'a pill over the feed');
    /** Lists the covered text, and the controls whose centre is covered. */
    const covered = await pill(page).evaluate((button) => {
      const { left, right, top, bottom } = button.getBoundingClientRect();
      const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const seen: string[] = [];
      while (words.nextNode()) {
        const node = words.currentNode as Text;
        const range = document.createRange();
        range.selectNodeContents(node);
        const isUnder = [...range.getClientRects()].some(
          (rect) =>
            rect.left < right && rect.right > left && rect.top < bottom && rect.bottom > top,
        );
        if (isUnder && !button.contains(node) && node.parentElement?.closest('main'))
          seen.push(node.data);
      }
      for (const other of document.querySelectorAll('main :is(a, button, textarea)')) {
        const rect = other.getBoundingClientRect();
        const [x, middle] = [rect.left + rect.width / 2, rect.top + rect.height / 2];
        if (other !== button && button.contains(document.elementFromPoint(x, middle)))
          seen.push(other.outerHTML);
      }
      return seen;
    });
    expect(covered).toEqual([]);
    if (device === desktop) return;
    const isFound = await pill(page).evaluate((button) => {
      const { left, top, width, height } = button.getBoundingClientRect();
      return [-21, 21].every((y) =>
        button.contains(document.elementFromPoint(left + width / 2, top + height / 2 + y)),
      );
    });
    expect(isFound, 'by a finger, 44 px high').toBe(true);
  });

test('the pill of For you puts posts on top that Following has shown', async ({ browser }) => {
  const { author, page } = await meet(browser);
  const tab = (name: string) => page.getByRole('tab', { name });
  await tab('For you').click();
  await expect(card(page, 'Old 11.').first()).toBeVisible();
  await writePost(author, 'Seen already');
  await expect(pill(page)).toBeVisible();
  await tab('Following').click();
  await pill(page).click();
  await expect(firstPost(page)).toContainText('Seen already');
  await tab('For you').click();
  await pill(page).click();
  const ofAuthor = page.getByRole('article').filter({ hasText: /Seen already|Old \d+\./ });
  await expect(async () => {
    // Posts of other tests may be above, and the page holds only those near the screen.
    if ((await ofAuthor.count()) === 0) await page.mouse.wheel(0, 400);
    await expect(ofAuthor.first()).toContainText('Seen already', { timeout: 500 });
  }).toPass();
});

test('Home, the logo and the active tab fetch the feed again', async ({ browser }) => {
  const { author, page } = await meet(browser);
  const presses = {
    Home: page.getByRole('link', { name: 'Home', exact: true }),
    'the logo': page.getByRole('link', { name: 'Roost, home' }).locator('visible=true'),
    'the active tab': page.getByRole('tab', { name: 'Following' }),
  };
  for (const [name, press] of Object.entries(presses))
    await test.step(name, async () => {
      await writePost(author, `Seen by ${name}`);
      const asked = feedAsked(page);
      await press.click();
      await asked;
      await expect(firstPost(page)).toContainText(`Seen by ${name}`);
    });
});

test('on the active tab, Enter and Space fetch the feed, and End does not', async ({ browser }) => {
  const { page } = await meet(browser);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (FEED.test(request.url())) asked.push(request.url());
  });
  const active = page.getByRole('tab', { name: 'Following' });
  await active.focus();
  await page.keyboard.press('End');
  for (const key of ['Enter', 'Space']) {
    const answered = page.waitForResponse(FEED);
    await page.keyboard.press(key);
    await answered;
  }
  await expect(active).toBeFocused();
  expect(asked).toHaveLength(2);
});

test('a touch screen pulls the feed down to refresh it', async ({ browser }) => {
  const { author, page } = await meet(browser, phone);
  await writePost(author, 'Pulled down');

  await test.step('a short pull does nothing', async () => {
    await pullDown(page, 60);
    // This post comes after the pull. A refreshed list would count from here.
    await writePost(author, 'Pulled later');
    await expect(pill(page)).toHaveText('Show 2 posts');
    await expect(card(page, 'Pulled down')).toHaveCount(0);
  });
  await test.step('a long pull refreshes the feed', async () => {
    const asked = feedAsked(page);
    await pullDown(page, 180);
    await asked;
    await expect(firstPost(page)).toContainText('Pulled later');
    await expect(card(page, 'Pulled down')).toBeVisible();
    await expect(page.getByText('Refreshing…')).toHaveCount(0);
  });
});
