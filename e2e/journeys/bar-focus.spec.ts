import { expect, type Page } from '@playwright/test';
import { follow } from '../support/api.ts';
import { desktop, phone } from '../support/devices.ts';
import { variants } from '../support/matrix.ts';
import { newApiMember, newMember, newName, writeComment, writePost } from '../support/members.ts';
import { positionAtRest, wheelDown } from '../support/scrolling.ts';
import { test } from '../support/test.ts';

/** The first row that begins below the bars. */
async function rowInSight(page: Page) {
  const id = await page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLElement>('#content [data-post]')].find(
        (row) => row.getBoundingClientRect().top > 120,
      )!.dataset['post'],
  );
  const row = page.locator(`[data-post="${id}"]`);
  return { row, top: (await positionAtRest(row)).y };
}

type Seen = Awaited<ReturnType<typeof rowInSight>>;

async function isBack({ row, top }: Seen): Promise<void> {
  await expect(row).toBeInViewport();
  expect(Math.abs((await positionAtRest(row)).y - top)).toBeLessThanOrEqual(2);
}

/** Focuses everything in the bars at the top of the window, as the Tab key does. Returns what scrolled the page. */
async function focusBars(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const moved: string[] = [];
    const bars = document.querySelectorAll<HTMLElement>(
      '[data-stays-at-top] :is(a, button, input), a[data-stays-at-top]',
    );
    for (const part of bars) {
      const { bottom, height } = part.getBoundingClientRect();
      if (height === 0 || bottom <= 0) continue;
      const before = scrollY;
      part.focus();
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      if (document.activeElement === part && scrollY !== before)
        moved.push(`${part.ariaLabel ?? part.textContent}: ${scrollY - before}`);
      scrollTo(0, before);
    }
    return moved;
  });
}

for (const { viewport } of variants(phone, desktop))
  test(`focus in a bar at the top keeps the place, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    test.slow();
    const friend = newName('friend');
    const theirs = await newApiMember(browser, friend);
    const page = await newMember(browser, newName('reader'), { viewport });
    await follow(page, friend);
    for (let n = 45; n > 0; n -= 1)
      await writePost(theirs, `Number ${n}. ${'Words to make it longer. '.repeat(n % 5)}`);
    const root = await writePost(theirs, 'Much answered');
    for (let n = 0; n < 16; n += 1) await writeComment(theirs, root, `Answer ${n}`);
    const tab = (name: string) => page.getByRole('tab', { name });
    const feed = (name: string) => page.getByRole('feed', { name });

    await page.goto('/home');
    await expect(feed('For you')).toBeVisible();
    await wheelDown(page, 8, 400);
    const inForYou = await rowInSight(page);

    await test.step('arrow keys change between two tabs', async () => {
      await tab('For you').focus();
      await isBack(inForYou);
      await page.keyboard.press('ArrowRight');
      await expect(feed('Following')).toBeVisible();
      await wheelDown(page, 10, 400);
      const inFollowing = await rowInSight(page);
      for (let turn = 0; turn < 2; turn += 1) {
        await tab('Following').focus();
        await page.keyboard.press('ArrowLeft');
        await expect(feed('For you')).toBeVisible();
        await isBack(inForYou);
        await page.keyboard.press('ArrowRight');
        await expect(feed('Following')).toBeVisible();
        await isBack(inFollowing);
      }
    });

    await test.step('a change of tabs right after the navigation led back', async () => {
      const nav = page.getByRole('navigation', { name: 'Main' });
      await nav.getByRole('link', { name: /Message/ }).click();
      await expect(page.getByRole('heading', { name: 'Messages' })).toBeVisible();
      await nav.getByRole('link', { name: /Home/ }).click();
      await tab('For you').click();
      await expect(feed('For you')).toBeVisible();
      await isBack(inForYou);
    });

    await test.step('every bar', async () => {
      await writePost(theirs, 'Brand new');
      await expect(page.getByRole('button', { name: /^Show \d+ posts?$/ })).toBeVisible();
      expect(await focusBars(page)).toEqual([]);
      await isBack(inForYou);
      for (const path of [`/home/post/${root}`, `/home/profile/${friend}`, '/home/search?q=Number'])
        await test.step(path, async () => {
          await page.goto(path);
          await expect(page.locator('#content [data-post], [data-comment]').nth(5)).toBeVisible();
          await wheelDown(page, 2, 300);
          expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100);
          expect(await focusBars(page)).toEqual([]);
        });
    });
  });
