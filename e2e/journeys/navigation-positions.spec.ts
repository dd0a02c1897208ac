import { expect, type Page } from '@playwright/test';
import { follow } from '../support/api.ts';
import { desktop, phone } from '../support/devices.ts';
import { variants } from '../support/matrix.ts';
import { newApiMember, newMember, newName, writeComment, writePost } from '../support/members.ts';
import { positionAtRest, wheelDown } from '../support/scrolling.ts';
import { test } from '../support/test.ts';

const ROWS = '#content :is([data-post], [data-key])';

/** A selector of the first row that begins below the bars, and its distance from the top. */
async function rowInSight(page: Page): Promise<{ selector: string; top: number }> {
  return page.evaluate((rows) => {
    const row = [...document.querySelectorAll<HTMLElement>(rows)].find(
      (each) => each.getBoundingClientRect().top > 120,
    )!;
    const { post, key } = row.dataset;
    return {
      selector: post ? `[data-post="${post}"]` : `[data-key="${key}"]`,
      top: row.getBoundingClientRect().top,
    };
  }, ROWS);
}

async function isBack(page: Page, { selector, top }: { selector: string; top: number }) {
  const row = page.locator(selector);
  await expect(row).toBeInViewport({ timeout: 12_000 });
  await expect
    .poll(async () => Math.abs((await positionAtRest(row)).y - top))
    .toBeLessThanOrEqual(2);
}

for (const { viewport } of variants(phone, desktop))
  test(`the navigation returns to where a person left a page, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    test.slow();
    const friend = newName('friend');
    const theirs = await newApiMember(browser, friend);
    const page = await newMember(browser, newName('reader'), { viewport });
    await follow(page, friend);
    for (let n = 45; n > 0; n -= 1)
      await writePost(theirs, `Number ${n}. ${'Words to make it longer. '.repeat(n % 5)}`);
    for (let n = 0; n < 18; n += 1)
      await writeComment(theirs, await writePost(page, `My ${n}`), 'Yes');
    const nav = page.getByRole('navigation', { name: 'Main' });
    const go = async (name: RegExp, url: RegExp) => {
      await nav.getByRole('link', { name }).click();
      await expect(page).toHaveURL(url);
    };
    const home = async () => go(/Home/, /\/home$/);
    const messages = async () => {
      await go(/Message/, /message$/);
      await expect(page.getByRole('heading', { name: 'Messages' })).toBeVisible();
    };
    await page.goto('/home');
    await expect(page.getByRole('feed', { name: 'For you' })).toBeVisible();
    await wheelDown(page, 8, 400);
    const inForYou = await rowInSight(page);

    await test.step('For you', async () => {
      await messages();
      await home();
      await isBack(page, inForYou);
    });

    await page.getByRole('tab', { name: 'Following' }).click();
    await expect(page.getByRole('feed', { name: 'Following' })).toBeVisible();
    await wheelDown(page, 10, 400);
    const inFollowing = await rowInSight(page);

    await test.step('Following, which announces what is new', async () => {
      await messages();
      await writePost(theirs, 'Brand new');
      await home();
      await isBack(page, inFollowing);
      await expect(page.getByRole('button', { name: 'Show 1 post' })).toBeVisible();
    });

    await test.step('Following, when its posts are no longer in memory', async () => {
      await messages();
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Messages' })).toBeVisible();
      await home();
      await isBack(page, inFollowing);
    });

    await test.step('a press on Home at Home leads to the top', async () => {
      await home();
      await expect.poll(async () => page.evaluate(() => scrollY)).toBe(0);
      await expect(page.getByRole('article').first()).toContainText('Brand new');
      await messages();
      await home();
      await expect(page.getByRole('article').first()).toContainText('Brand new');
      expect(await page.evaluate(() => scrollY)).toBe(0);
    });

    await test.step('Notifications', async () => {
      await go(/Notification/, /noti$/);
      await expect(page.locator(ROWS).nth(8)).toBeVisible();
      await wheelDown(page, 3, 300);
      const inList = await rowInSight(page);
      expect(await page.evaluate(() => scrollY)).toBeGreaterThan(300);
      await home();
      await go(/Notification/, /noti$/);
      await isBack(page, inList);
    });
  });
