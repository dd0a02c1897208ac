import { expect, type Page } from '@playwright/test';
import { newMemberAtHome, newName, writePost, newApiMember } from '../support/members.ts';
import { wheelDown } from '../support/scrolling.ts';
import { checkAccessibility } from '../support/accessibility.ts';
import { test } from '../support/test.ts';
import { follow } from '../support/api.ts';

const tab = (page: Page, name: string) => page.getByRole('tab', { name });

test('Following shows only followed people, and each tab keeps its scroll position @matrix', async ({
  browser,
}) => {
  const [friend, stranger, reader] = [newName('friend'), newName('stranger'), newName('reader')];
  const theirs = await newApiMember(browser, friend);
  for (let n = 1; n <= 25; n += 1)
    await writePost(theirs, `A friend’s ${n}. ${'Word '.repeat(60)}`);
  const others = await newApiMember(browser, stranger);
  await writePost(others, `By ${stranger}`);
  const page = await newMemberAtHome(browser, reader);
  await expect(page.getByText(`By ${stranger}`)).toBeVisible();
  await follow(page, friend);

  await test.step('Following shows the newest post first', async () => {
    await tab(page, 'Following').click();
    await expect(tab(page, 'Following')).toHaveAttribute('aria-selected', 'true');
    const feed = page.getByRole('feed', { name: 'Following' });
    await expect(feed.getByRole('article').first()).toContainText('A friend’s 25.');
    await expect(feed.getByRole('article').nth(1)).toContainText('A friend’s 24.');
    await expect(page.getByText(`By ${stranger}`)).toHaveCount(0);
    await checkAccessibility(page, 'the Following tab');
  });

  await test.step('each tab keeps its scroll position, also after a reload', async () => {
    await wheelDown(page, 8, 400);
    const scrollPosition = async () => page.evaluate(() => Math.round(window.scrollY));
    const before = await scrollPosition();
    expect(before).toBeGreaterThan(1_500);
    await expect(tab(page, 'Following')).toBeInViewport();
    // A mouse click is needed. A retried locator click first scrolls to the tab's unsticky position.
    const box = await tab(page, 'For you').boundingBox();
    await page.mouse.click((box?.x ?? 0) + 40, (box?.y ?? 0) + 20);
    await expect(page.getByRole('feed', { name: 'For you' })).toBeVisible();
    await expect.poll(scrollPosition).toBeLessThan(200);
    await tab(page, 'Following').click();
    await expect.poll(async () => Math.abs((await scrollPosition()) - before)).toBeLessThan(8);
    await page.reload();
    await expect(tab(page, 'Following')).toHaveAttribute('aria-selected', 'true');
    await expect.poll(async () => Math.abs((await scrollPosition()) - before)).toBeLessThan(8);
  });

  await test.step('arrow keys change the tab', async () => {
    await tab(page, 'Following').focus();
    await page.keyboard.press('ArrowLeft');
    await expect(tab(page, 'For you')).toBeFocused();
    await expect(page.getByRole('feed', { name: 'For you' })).toBeVisible();
    await page.keyboard.press('End');
    await expect(page.getByRole('feed', { name: 'Following' })).toBeVisible();
  });

  await test.step('the member’s own post is above all older posts in both tabs', async () => {
    // A page that connects may load its list again. A second For you can rank the post lower, because the reader has seen it.
    await page.routeWebSocket(/socket\.io/, (socket) => socket.close());
    await tab(page, 'For you').click();
    await expect(page.getByRole('feed', { name: 'For you' })).toBeVisible();
    await writePost(page, `By myself, ${reader}`);
    await page.reload();
    const articles = page.getByRole('article');
    // For you also has posts of other journeys, which can be newer.
    const ofThisJourney = articles.filter({
      hasText: new RegExp(`By myself, ${reader}|By ${stranger}|A friend’s`),
    });
    const tops = { 'For you': ofThisJourney.first(), Following: articles.first() };
    for (const [name, top] of Object.entries(tops)) {
      // The page opens on For you. A click on the active tab would load it again.
      if (name === 'Following') await tab(page, name).click();
      await expect(page.getByRole('feed', { name })).toBeVisible();
      // A new list restores its scroll position until its rows are measured.
      await expect(async () => {
        await page.evaluate(() => window.scrollTo(0, 0));
        await expect(top).toContainText(`By myself, ${reader}`, { timeout: 500 });
      }).toPass();
    }
  });
});

test('Following has an empty text for a member who follows nobody', async ({ browser }) => {
  const page = await newMemberAtHome(browser, newName('alone'), {
    viewport: { width: 390, height: 800 },
  });
  await tab(page, 'Following').click();
  await expect(page.getByText('No posts available.')).toBeVisible();
  const people = page.getByRole('link', { name: 'Find people to follow' });
  await expect(people).toHaveAttribute('href', '/home/search?tab=people');
  const box = await tab(page, 'Following').boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(44);
});
