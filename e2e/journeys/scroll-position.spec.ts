import { expect, type Page } from '@playwright/test';
import { phone } from '../support/devices.ts';
import { newName, newWord, writePost, newMember } from '../support/members.ts';
import { positionAtRest, wheelDown } from '../support/scrolling.ts';
import { test } from '../support/test.ts';

/** Returns the text of the first post below the header, and its distance from the top. */
async function firstVisiblePost(page: Page): Promise<{ text: string; top: number }> {
  return page.evaluate(() => {
    const seen = [...document.querySelectorAll('article')].find(
      (article) => article.getBoundingClientRect().top > 60,
    );
    return {
      text: seen?.textContent?.match(/Number \d+/)?.[0] ?? '',
      top: Math.round(seen?.getBoundingClientRect().top ?? 0),
    };
  });
}

test('a list restores its scroll position', async ({ browser }) => {
  test.slow();
  const reader = newName('reader');
  const page = await newMember(browser, reader);
  for (let n = 60; n > 0; n -= 1)
    await writePost(page, `Number ${n}. ${'Words to make it longer. '.repeat(n % 7)}`);
  // A list without posts of other members, which could come in between.
  await page.goto(`/home/profile/${reader}`);
  await expect(page.getByText('Number 1.')).toBeVisible();
  await wheelDown(page, 8, 450);
  const before = await firstVisiblePost(page);
  expect(Number(before.text.split(' ')[1])).toBeGreaterThan(15);
  const post = page.getByRole('article').filter({ hasText: `${before.text}.` });
  /** How far the post is from its former position, in pixels. */
  const distance = async () => Math.abs(((await post.boundingBox())?.y ?? Infinity) - before.top);

  await test.step('after Back from a post', async () => {
    await post.getByText(before.text).click();
    await page.waitForURL('**/post/**');
    await expect(page.getByText(/^Posted on/)).toBeVisible();
    await page.goBack();
    await expect(page.getByText(/^Posted on/)).toBeHidden();
    await expect.poll(distance).toBeLessThan(4);
  });

  await test.step('after Back with the keyboard, which also focuses the post', async () => {
    await post.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/post/**');
    await expect(page.getByText(/^Posted on/)).toBeVisible();
    await page.goBack();
    await expect(post).toBeFocused();
    await expect.poll(distance).toBeLessThan(4);
  });

  await test.step('after a reload', async () => {
    await page.reload();
    await expect.poll(distance).toBeLessThan(4);
  });

  await test.step('while a repost appears above, and disappears again', async () => {
    const repost = post.getByRole('button', { name: /^Repost/ });
    await repost.click();
    await expect(repost).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(distance).toBeLessThan(4);
    await repost.click();
    await expect(repost).toHaveAttribute('aria-pressed', 'false');
    await expect.poll(distance).toBeLessThan(4);
  });

  await test.step('after a phone is turned and turned back, at several positions', async () => {
    const upright = { width: 390, height: 844 };
    await page.setViewportSize(upright);
    for (let round = 0; round < 4; round += 1) {
      await wheelDown(page, 1, 137);
      const position = await firstVisiblePost(page);
      await page.setViewportSize({ width: upright.height, height: upright.width });
      await expect.poll(async () => (await firstVisiblePost(page)).text).toBe(position.text);
      await positionAtRest(page.getByRole('feed'));
      await page.setViewportSize(upright);
      await expect.poll(async () => (await firstVisiblePost(page)).text).toBe(position.text);
      await expect
        .poll(async () => Math.abs((await firstVisiblePost(page)).top - position.top))
        .toBeLessThan(3);
    }
  });

  await test.step('the page contains only a window of the list', async () => {
    expect(await page.getByRole('article').count()).toBeLessThan(30);
  });
});

test('search results stay below the search box when a phone is turned', async ({ browser }) => {
  const page = await newMember(browser, newName('turner'), { viewport: phone.viewport });
  const word = newWord();
  for (let n = 12; n > 0; n -= 1)
    await writePost(page, `Number ${n}. ${word} ${'Words to make it longer. '.repeat(18)}`);
  await page.goto(`/home/search?q=${word}`);
  const post = page.getByRole('article').filter({ hasText: 'Number 5.' });
  await expect(post).toBeAttached();
  const box = page.getByRole('main').getByRole('search');
  /** How much of the post is below the search box, in pixels. */
  const rest = async () => (await positionAtRest(post)).bottom - (await positionAtRest(box)).bottom;
  await post.evaluate((element) => element.scrollIntoView());
  await page.evaluate((by) => scrollBy(0, by), (await rest()) - 30);
  expect(await rest()).toBeCloseTo(30, -1);
  const { width, height } = phone.viewport;
  await page.setViewportSize({ width: height, height: width });
  await expect.poll(rest).toBeGreaterThan(10);
});
