import { expect, type Page } from '@playwright/test';
import { newName, writePost, newMember } from '../support/members.ts';
import { test } from '../support/test.ts';

/** Screen readers know the name of the button, so the tooltip is hidden from them. */
const tooltip = (page: Page, text: string) =>
  page.locator('div[aria-hidden=true]').filter({ hasText: new RegExp(`^${text}$`, 'u') });

test('a tooltip appears half a second after the mouse and disappears with it', async ({
  browser,
}) => {
  const page = await newMember(browser, newName('mara'), {
    viewport: { width: 1280, height: 800 },
  });
  const postId = await writePost(page, 'Point at this');
  await page.goto(`/home/post/${postId}`);
  const share = page.getByRole('main').getByRole('button', { name: 'Share' });
  await expect(share).toBeVisible();
  // A fake clock for the page, so a busy machine does not matter.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);

  await share.hover();
  await page.clock.runFor(400);
  await expect(tooltip(page, 'Share')).toHaveCount(0);
  await page.clock.runFor(200);
  await page.clock.resume();
  await expect(tooltip(page, 'Share')).toBeVisible();
  const button = (await share.boundingBox())!;
  const bubble = (await tooltip(page, 'Share').boundingBox())!;
  expect(Math.round(bubble.y - button.y - button.height)).toBe(8);
  expect(Math.abs(bubble.x + bubble.width / 2 - button.x - button.width / 2)).toBeLessThan(1);

  await page.mouse.move(640, 790);
  await expect(tooltip(page, 'Share')).toHaveCount(0);
  await share.hover();
  await expect(tooltip(page, 'Share')).toBeVisible();
  await page.mouse.down();
  await expect(tooltip(page, 'Share')).toHaveCount(0);
});

test('the mouse can rest on a tooltip, and Escape closes it', async ({ browser }) => {
  const page = await newMember(browser, newName('mara'), {
    viewport: { width: 1280, height: 800 },
  });
  const postId = await writePost(page, 'Point at this');
  await page.goto(`/home/post/${postId}`);
  const share = page.getByRole('main').getByRole('button', { name: 'Share' });
  await share.hover();
  await expect(tooltip(page, 'Share')).toBeVisible();
  // A fake clock for the page, so a busy machine does not matter.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const bubble = (await tooltip(page, 'Share').boundingBox())!;
  const x = bubble.x + bubble.width / 2;
  // Between the button and the tooltip is a gap.
  for (const y of [bubble.y - 4, bubble.y + bubble.height / 2]) await page.mouse.move(x, y);
  await page.clock.runFor(5_000);
  await expect(tooltip(page, 'Share')).toBeVisible();
  await page.mouse.move(640, 790);
  await page.clock.runFor(1_000);
  await expect(tooltip(page, 'Share')).toHaveCount(0);
  await share.hover();
  await page.clock.runFor(1_000);
  await expect(tooltip(page, 'Share')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.clock.runFor(1_000);
  await expect(tooltip(page, 'Share')).toHaveCount(0);
});

test('keyboard focus shows a tooltip at once, with the current name of its button', async ({
  page,
}) => {
  await page.goto('/login');
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('a secret');
  await password.press('Tab');
  await expect(tooltip(page, 'Show password')).toBeVisible();
  await page.keyboard.press('Space');
  await expect(tooltip(page, 'Hide password')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tooltip(page, 'Hide password')).toHaveCount(0);

  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(tooltip(page, 'Hide password')).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await expect(tooltip(page, 'Hide password')).toHaveCount(0);
});
