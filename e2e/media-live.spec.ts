import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { videoOf } from '../server/test/videos.ts';
import { ComposerBox } from './composer.ts';
import { desk } from './devices.ts';
import { drawPicture, expectDrawn, expectPlaying, postFiles, recordClip } from './files.ts';
import { arrive, card, newName } from './people.ts';
import { test } from './test.ts';

test('a video this browser can’t play is made playable, and then plays without a reload', async ({
  browser,
}) => {
  const page = await arrive(browser, newName('hevc'), desk);
  const box = new ComposerBox(page);
  const { name, bytes } = await videoOf('mov', { codec: 'hevc' });
  await box.choose([{ name, mimeType: 'video/quicktime', buffer: Buffer.from(bytes) }]);
  await box.uploaded(1);
  const post = await box.publish('Filmed on a phone', { isAsked: false });
  await expect(post).toContainText('Processing video');
  await post.getByRole('link', { name: 'Video' }).click();
  const viewer = page.getByRole('dialog', { name: /^Media of/ });
  await expect(viewer).toContainText('Processing video');

  // The stand-in for ffmpeg waits for it.
  const converted = join(String(process.env['E2E_DATA']), 'converted.mp4');
  await writeFile(converted, (await recordClip(page, 'mp4')).buffer);
  await expectPlaying(viewer.locator('[data-current] video'));
  await page.goBack();
  await expectPlaying(post.locator('video'));
  await expect(post).not.toContainText('Processing video');
  await rm(converted);
});

test('a picture whose link ran out is asked for anew, once, and shown', async ({ browser }) => {
  const page = await arrive(browser, newName('late'), desk);
  const pictures = await Promise.all(
    ['#e07a5f', '#34a0a4'].map((color, n) => drawPicture(page, `${n}.jpg`, { color })),
  );
  const id = await postFiles(page, 'For followers', pictures, { visibility: 'followers' });
  const asked = await countAnswers(page, `/api/posts/${id}`);
  const refused = await countAnswers(page, '/media/', 403);
  await page.route(/\/home$|\/api\/posts\/feed/, async (route) => {
    const response = await route.fetch();
    // As the page would hold them, left open over lunch.
    await route.fulfill({ response, body: inThePast(await response.text()) });
  });
  await page.goto('/home');
  const shown = card(page, 'For followers').getByRole('link', { name: /^Picture/ });
  await expect(shown).toHaveCount(2);
  for (const picture of await shown.all()) await expectDrawn(picture.locator('img'));
  expect(refused.count).toBeGreaterThanOrEqual(2);
  expect(asked.count).toBe(1);
});

test('one that stays refused is said to be, and not asked for again and again', async ({
  browser,
}) => {
  const page = await arrive(browser, newName('gone'), desk);
  const picture = await drawPicture(page, 'a.jpg');
  const id = await postFiles(page, 'Out of reach', [picture], { visibility: 'followers' });
  const asked = await countAnswers(page, `/api/posts/${id}`);
  await page.route(/\/home$|\/api\/posts\//, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: inThePast(await response.text()) });
  });
  await page.goto('/home');
  await expect(card(page, 'Out of reach')).toContainText('Can’t be shown');
  await page.waitForTimeout(1_000);
  expect(asked.count).toBe(1);
});

/** Links that were good until some time ago; the server tells by itself that they no longer are. */
function inThePast(body: string): string {
  return body.replaceAll(/\?e=\d+/g, '?e=1700000000');
}

async function countAnswers(page: Page, path: string, status = 200) {
  const seen = { count: 0 };
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    const isMeant = path.endsWith('/') ? pathname.startsWith(path) : pathname === path;
    if (isMeant && response.status() === status) seen.count += 1;
  });
  return seen;
}
