import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page, type Route } from '@playwright/test';
import * as feed from '@roost/contract/feed';
import * as posts from '@roost/contract/posts';
import { videoOf } from '../../server/test/support/videos.ts';
import { ComposerBox } from '../support/composer.ts';
import { desktop, withMotion } from '../support/devices.ts';
import {
  drawPicture,
  expectDrawn,
  expectPlaying,
  postFiles,
  recordClip,
} from '../support/files.ts';
import { newMemberAtHome, card, newName, newMember } from '../support/members.ts';
import { test } from '../support/test.ts';
import { urlOf, urlWith } from '../support/endpoint-urls.ts';

test('a video in an unsupported format plays after its conversion, without a reload', async ({
  browser,
}) => {
  const page = await newMemberAtHome(browser, newName('hevc'), {
    ...desktop,
    ...withMotion,
    savesData: false,
  });
  const box = new ComposerBox(page);
  const { name, bytes } = await videoOf('mov', { codec: 'hevc' });
  await box.choose([{ name, mimeType: 'video/quicktime', buffer: Buffer.from(bytes) }]);
  await box.uploaded(1);
  const post = await box.publish('Filmed on a phone', { isAsked: false });
  await expect(post).toContainText('Processing video');
  await post.getByRole('link', { name: 'Video' }).click();
  const viewer = page.getByRole('dialog', { name: /^Media of/ });
  await expect(viewer).toContainText('Processing video');

  // The fake ffmpeg waits for this file.
  const converted = join(String(process.env['E2E_DATA']), 'converted.mp4');
  await writeFile(converted, (await recordClip(page, 'mp4')).buffer);
  await expectPlaying(viewer.locator('[data-current] video'));
  await page.goBack();
  await expectPlaying(post.locator('video'));
  await expect(post).not.toContainText('Processing video');
  await rm(converted);
});

test('a picture with an expired URL is requested again once, and shows', async ({ browser }) => {
  const page = await newMember(browser, newName('late'), desktop);
  const pictures = await Promise.all(
    ['#e07a5f', '#34a0a4'].map((color, n) => drawPicture(page, `${n}.jpg`, { color })),
  );
  const id = await postFiles(page, 'For followers', pictures, { visibility: 'followers' });
  const asked = await countAnswers(page, urlWith(posts.getPost, { postId: id }));
  const refused = await countAnswers(page, /^\/media\//, 403);
  // Simulates a page that was open for longer than the URLs are valid.
  for (const url of ['**/home', urlOf(feed.getFeed)]) await page.route(url, withExpiredLinks);
  await page.goto('/home');
  const shown = card(page, 'For followers').getByRole('link', { name: /^Picture/ });
  await expect(shown).toHaveCount(2);
  for (const picture of await shown.all()) await expectDrawn(picture.locator('img'));
  expect(refused.count).toBeGreaterThanOrEqual(2);
  expect(asked.count).toBe(1);
});

test('a picture that stays refused shows an error and is not requested repeatedly', async ({
  browser,
}) => {
  const page = await newMember(browser, newName('gone'), desktop);
  const picture = await drawPicture(page, 'a.jpg');
  const id = await postFiles(page, 'Out of reach', [picture], { visibility: 'followers' });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  for (const url of ['**/home', urlOf(feed.getFeed, posts.getPost)])
    await page.route(url, withExpiredLinks);
  await page.goto('/home');
  await expect(card(page, 'Out of reach')).toContainText('Can’t be shown');
  // A sentinel request, which comes after everything that the last refusal causes.
  await page.evaluate(async () => fetch('/live'));
  await expect.poll(() => asked).toContain('/live');
  expect(asked.filter((path) => urlWith(posts.getPost, { postId: id }).test(path))).toHaveLength(1);
});

/** Gives media URLs an expiry date in the past, so that the server refuses them. */
async function withExpiredLinks(route: Route): Promise<void> {
  const response = await route.fetch();
  const body = (await response.text()).replaceAll(/\?e=\d+/g, '?e=1700000000');
  await route.fulfill({ response, body });
}

async function countAnswers(page: Page, path: RegExp, status = 200) {
  const seen = { count: 0 };
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (path.test(pathname) && response.status() === status) seen.count += 1;
  });
  return seen;
}
