import { expect, type Page } from '@playwright/test';
import * as search from '@roost/contract/search';
import { card, newName, writePost, newMember, newApiMember } from '../support/members.ts';
import { nextPaint, recordLayoutShifts } from '../support/layout-shifts.ts';
import { test } from '../support/test.ts';
import { expectOnlyShareToast, recordToasts } from '../support/toasts.ts';
import { desktop, phone } from '../support/devices.ts';
import { variants } from '../support/matrix.ts';
import { urlOf } from '../support/endpoint-urls.ts';

const sizes = variants(phone.viewport, desktop.viewport);

/** Delays the server's answer to matching requests. The server has already processed them. */
async function delayAnswer(page: Page, url: RegExp) {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    const response = await route.fetch();
    asked.resolve();
    await released.promise;
    await route.fulfill({ response });
    answered.resolve();
  });
  const answer = async () => {
    released.resolve();
    await answered.promise;
    await page.unroute(url);
  };
  return { asked: asked.promise, answer };
}

for (const viewport of sizes) {
  test(`people above the posts cause no layout shift, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const theo = newName('theo');
    const page = await newMember(browser, newName('mara'), { viewport });
    const other = await newApiMember(browser, theo);
    for (const number of [1, 2, 3]) await writePost(other, `Number ${number} names ${theo}`);
    const block = page.getByRole('region', { name: 'People' });
    const shiftOf = await recordLayoutShifts(page);
    const toasts = await recordToasts(page);
    const searches = { people: urlOf(search.searchUsers), posts: urlOf(search.searchPosts) };

    await test.step('people arrive after the posts', async () => {
      const people = await delayAnswer(page, searches.people);
      const posts = await delayAnswer(page, searches.posts);
      await page.goto(`/home/search?q=${theo}`);
      await Promise.all([people.asked, posts.asked]);
      await posts.answer();
      await nextPaint(page);
      await people.answer();
      await expect(block.getByRole('link', { name: `@${theo}` })).toBeVisible();
      await expect(card(page, 'Number 1 names')).toBeVisible();
      await nextPaint(page);
      const { sum, what } = await shiftOf();
      expect(sum, what.join('; ')).toBeLessThan(0.002);
    });

    await test.step('people that arrive too late show only in their tab', async () => {
      const late = await delayAnswer(page, searches.people);
      await page.goto(`/home/search?q=${theo}`);
      await expect(card(page, 'Number 1 names')).toBeVisible();
      await late.asked;
      await late.answer();
      await nextPaint(page);
      await expect(block).toHaveCount(0);
      const { sum, what } = await shiftOf();
      expect(sum, what.join('; ')).toBeLessThan(0.002);
      await page.getByRole('tab', { name: 'People' }).click();
      // The posts name the same person until the list of people replaces them.
      await expect(page.getByRole('article')).toHaveCount(0);
      await expect(page.getByRole('main').getByRole('link', { name: `@${theo}` })).toBeVisible();
    });

    await test.step('a failed people search shows the posts and no error', async () => {
      await page.route(searches.people, async (route) => route.fulfill({ status: 429, body: '' }));
      await page.goto(`/home/search?q=${theo}`);
      await expect(card(page, 'Number 1 names')).toBeVisible();
      await expectOnlyShareToast(card(page, 'Number 1 names'), toasts);
      await page.unrouteAll();
    });

    await test.step('people arrive before the posts', async () => {
      const people = await delayAnswer(page, searches.people);
      const posts = await delayAnswer(page, searches.posts);
      await page.goto(`/home/search?q=${theo}`);
      await Promise.all([people.asked, posts.asked]);
      await people.answer();
      await nextPaint(page);
      await posts.answer();
      await expect(block.getByRole('link', { name: `@${theo}` })).toBeVisible();
      await expect(card(page, 'Number 1 names')).toBeVisible();
      await nextPaint(page);
      const { sum, what } = await shiftOf();
      expect(sum, what.join('; ')).toBeLessThan(0.002);
    });
  });
}
