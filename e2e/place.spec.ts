import { expect, type Page } from '@playwright/test';
import { arrive, newName, writePost } from './people.ts';
import { wheelDown } from './scrolling.ts';
import { test } from './test.ts';

/** The text of the first post below the top, and how far below. */
async function whereAmI(page: Page): Promise<{ text: string; top: number }> {
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

test('the way back leads to the very same place', async ({ browser }) => {
  test.setTimeout(300_000);
  const page = await arrive(browser, newName('reader'));
  for (let n = 60; n > 0; n -= 1)
    await writePost(page, `Number ${n}. ${'Words to make it longer. '.repeat(n % 7)}`);
  await page.reload();
  await expect(page.getByText('Number 1.')).toBeVisible();
  await wheelDown(page, 12, 450);
  const before = await whereAmI(page);
  expect(Number(before.text.split(' ')[1])).toBeGreaterThan(15);
  const farFrom = async () => Math.abs((await whereAmI(page)).top - before.top);

  await test.step('from a post page', async () => {
    await page
      .getByRole('article')
      .filter({ hasText: `${before.text}.` })
      .getByText(before.text)
      .click();
    await page.waitForURL('**/post/**');
    await expect(page.getByText(/^Posted on/)).toBeVisible();
    await page.goBack();
    await expect.poll(async () => (await whereAmI(page)).text).toBe(before.text);
    await expect.poll(farFrom).toBeLessThan(4);
  });

  await test.step('and, with the keyboard, to the very same post', async () => {
    const row = page.getByRole('article').filter({ hasText: `${before.text}.` });
    await row.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/post/**');
    await expect(page.getByText(/^Posted on/)).toBeVisible();
    await page.goBack();
    await expect(row).toBeFocused();
    await expect.poll(farFrom).toBeLessThan(4);
  });

  await test.step('from a reload', async () => {
    await page.reload();
    await expect
      .poll(async () => (await whereAmI(page)).text, { timeout: 15_000 })
      .toBe(before.text);
    await expect.poll(farFrom).toBeLessThan(4);
  });

  await test.step('and only a window of the list is in the page', async () => {
    expect(await page.getByRole('article').count()).toBeLessThan(30);
  });
});
