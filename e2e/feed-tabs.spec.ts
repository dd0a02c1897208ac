import { expect, type Page } from '@playwright/test';
import { arrive, newName, writePost } from './people.ts';
import { wheelDown } from './scrolling.ts';
import { inEveryTheme } from './themes.ts';
import { test } from './test.ts';

/** Makes the person of this page follow the one of that name. */
async function follow(page: Page, username: string): Promise<void> {
  const answer = await page.request.get(`/api/users/getuser/${username}`);
  const { data } = (await answer.json()) as { data: { user: { _id: string } } };
  await page.request.post(`/api/follow/${data.user._id}`);
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name });

test('Following shows followed people alone, and each tab keeps its place', async ({ browser }) => {
  const [friend, stranger, reader] = [newName('friend'), newName('stranger'), newName('reader')];
  const theirs = await arrive(browser, friend);
  for (let n = 1; n <= 25; n += 1)
    await writePost(theirs, `A friend’s ${n}. ${'Word '.repeat(60)}`);
  const others = await arrive(browser, stranger);
  await writePost(others, `By ${stranger}`);
  const page = await arrive(browser, reader);
  await expect(page.getByText(`By ${stranger}`)).toBeVisible();
  await follow(page, friend);

  await test.step('by time, newest first', async () => {
    await tab(page, 'Following').click();
    await expect(tab(page, 'Following')).toHaveAttribute('aria-selected', 'true');
    const feed = page.getByRole('feed', { name: 'Following' });
    await expect(feed.getByRole('article').first()).toContainText('A friend’s 25.');
    await expect(feed.getByRole('article').nth(1)).toContainText('A friend’s 24.');
    await expect(page.getByText(`By ${stranger}`)).toHaveCount(0);
    await inEveryTheme(page, 'the Following tab');
  });

  await test.step('with its own place, also after a reload', async () => {
    await wheelDown(page, 8, 400);
    const place = async () => page.evaluate(() => Math.round(window.scrollY));
    const before = await place();
    expect(before).toBeGreaterThan(1_500);
    await expect(tab(page, 'Following')).toBeInViewport();
    // As a hand does it: a click that is tried again first scrolls to where the bar would stand if it did not stick.
    const box = await tab(page, 'For you').boundingBox();
    await page.mouse.click((box?.x ?? 0) + 40, (box?.y ?? 0) + 20);
    await expect(page.getByRole('feed', { name: 'For you' })).toBeVisible();
    await expect.poll(place).toBeLessThan(200);
    await tab(page, 'Following').click();
    await expect.poll(async () => Math.abs((await place()) - before)).toBeLessThan(8);
    await page.reload();
    await expect(tab(page, 'Following')).toHaveAttribute('aria-selected', 'true');
    await expect.poll(async () => Math.abs((await place()) - before)).toBeLessThan(8);
  });

  await test.step('by the keys', async () => {
    await tab(page, 'Following').focus();
    await page.keyboard.press('ArrowLeft');
    await expect(tab(page, 'For you')).toBeFocused();
    await expect(page.getByRole('feed', { name: 'For you' })).toBeVisible();
    await page.keyboard.press('End');
    await expect(page.getByRole('feed', { name: 'Following' })).toBeVisible();
  });

  await test.step('what one writes stands on top of both', async () => {
    await writePost(page, `By myself, ${reader}`);
    await page.reload();
    for (const name of ['Following', 'For you']) {
      await tab(page, name).click();
      await expect(page.getByRole('feed', { name })).toBeVisible();
      // A list that is just drawn goes back to its place until its rows are measured.
      await expect(async () => {
        await page.evaluate(() => window.scrollTo(0, 0));
        await expect(page.getByRole('article').first()).toContainText(`By myself, ${reader}`, {
          timeout: 500,
        });
      }).toPass();
    }
  });
});

test('who follows nobody reads so in Following', async ({ browser }) => {
  const page = await arrive(browser, newName('alone'), { viewport: { width: 390, height: 800 } });
  await tab(page, 'Following').click();
  await expect(page.getByText('No posts available.')).toBeVisible();
  const box = await tab(page, 'Following').boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(44);
});
