import { expect, type Locator, type Page, type Route } from '@playwright/test';
import * as chat from '@roost/contract/chat';
import * as feed from '@roost/contract/feed';
import * as posts from '@roost/contract/posts';
import { appearance, checkAccessibility } from '../support/accessibility.ts';
import { sendPictureByApi } from '../support/chat-api.ts';
import { ComposerBox } from '../support/composer.ts';
import { desktop, phone, withMotion } from '../support/devices.ts';
import { urlOf } from '../support/endpoint-urls.ts';
import { expectDrawn, gif, postFiles } from '../support/files.ts';
import { variants } from '../support/matrix.ts';
import { card, newApiMember, newMember, newName } from '../support/members.ts';
import { openChatWith } from '../support/open-chat.ts';
import { test } from '../support/test.ts';

const still = /\/poster\.webp/;
const moving = /\/320\.webp/;

/** Expects a picture that shows this file. */
async function expectShown(picture: Locator, file: RegExp): Promise<void> {
  await expect
    .poll(async () => picture.evaluate((image: HTMLImageElement) => image.currentSrc))
    .toMatch(file);
}

/** Lists the addresses of what the page loads from now on. */
function recordRequests(page: Page): string[] {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  return loaded;
}

interface WithTypes {
  /** The types of local files, by their addresses. */
  blobTypes: Record<string, string>;
}

function recordBlobTypes(): void {
  const blobTypes: Record<string, string> = {};
  Object.assign(globalThis, { blobTypes });
  const create = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (blob) => {
    const url = create(blob);
    blobTypes[url] = (blob as Blob).type;
    return url;
  };
}

const blobTypeOf = (image: HTMLImageElement) =>
  (globalThis as unknown as WithTypes).blobTypes[image.src];

for (const device of variants(phone, desktop)) {
  const { width } = device.viewport;

  test(
    `an animated picture moves by itself and can be paused, ${width} wide`,
    appearance,
    async ({ browser }) => {
      const words = `It waves by itself, ${width} wide`;
      const page = await newMember(browser, newName('mover'), {
        ...device,
        ...withMotion,
        savesData: false,
      });
      await postFiles(page, words, [gif], { alts: ['A wave'] });
      await page.goto('/home');
      const post = card(page, words);
      const tile = post.getByRole('link', { name: 'Picture: A wave' });
      const viewer = page.getByRole('dialog', { name: /^Media of/ });
      const shown = viewer.locator('[data-current] img');

      await test.step('the tile pauses and plays by keys', async () => {
        await expectShown(tile.locator('img'), moving);
        await post.getByRole('button', { name: 'Pause picture' }).press('Enter');
        await expectShown(tile.locator('img'), still);
        await post.getByRole('button', { name: 'Play picture' }).press('Enter');
        await expectShown(tile.locator('img'), moving);
      });

      await test.step('the viewer continues it, and has its own button', async () => {
        await tile.click();
        await expectShown(shown, moving);
        await viewer.getByRole('button', { name: 'Pause picture' }).click();
        await expectShown(shown, still);
        await checkAccessibility(page, 'a paused picture in the viewer');
        await viewer.getByRole('button', { name: 'Close' }).click();
      });

      await test.step('a paused picture stays paused in the viewer', async () => {
        await post.getByRole('button', { name: 'Pause picture' }).click();
        await tile.click();
        await expect(viewer.getByRole('button', { name: 'Play picture' })).toBeVisible();
        await expectShown(shown, still);
      });
    },
  );

  test(
    `with reduced motion an animated picture is still, ${width} wide`,
    appearance,
    async ({ browser }) => {
      const words = `It waves on request, ${width} wide`;
      const name = newName('calm');
      const page = await newMember(browser, name, device);
      const loaded = recordRequests(page);
      await postFiles(page, words, [gif]);
      const friend = newName('friend');
      await newApiMember(browser, friend);

      await test.step('a post shows the still, and plays on request', async () => {
        await page.goto('/home');
        const post = card(page, words);
        const picture = post.getByRole('link', { name: 'Picture' }).locator('img');
        await expectShown(picture, still);
        const play = post.getByRole('button', { name: 'Play picture' });
        await expect(play).toBeVisible();
        await checkAccessibility(page, 'a still in a post');
        const url = await picture.evaluate((image: HTMLImageElement) => image.currentSrc);
        expect(loaded).toContain(url);
        expect(loaded).not.toContain(url.replace(still, '/320.webp'));
        await play.click();
        await expectShown(picture, moving);
      });

      await test.step('so does a message', async () => {
        await sendPictureByApi(page, friend);
        const message = (await openChatWith(page, friend)).log.getByRole('article');
        await expectShown(message.locator('img'), still);
        await checkAccessibility(page, 'a still in a message');
        await message.getByRole('button', { name: 'Play picture' }).click();
        await expectShown(message.locator('img'), moving);
        await message.getByRole('button', { name: 'Pause picture' }).click();
        await expectShown(message.locator('img'), still);
      });

      await test.step('so does the preview of a chosen file', async () => {
        await page.addInitScript(recordBlobTypes);
        await page.goto('/home');
        const box = new ComposerBox(page);
        await box.choose([gif]);
        await box.uploaded(1);
        await expect
          .poll(async () => box.files.locator('img').evaluate(blobTypeOf))
          .toBe('image/webp');
      });

      await test.step('and a picture that becomes the avatar', async () => {
        await page.goto(`/home/profile/${name}`);
        await page.getByRole('button', { name: 'Edit Profile' }).click();
        await page.getByLabel('Profile Picture').setInputFiles(gif);
        const crop = page.getByRole('dialog', { name: 'Crop your picture' });
        await expect.poll(async () => crop.locator('img').evaluate(blobTypeOf)).toBe('image/webp');
      });

      await test.step('the tab Media shows stills only', async () => {
        await page.goto(`/home/profile/${name}?tab=media`);
        const grid = page.getByRole('list', { name: `Media of @${name}` });
        await expectShown(grid.locator('img'), still);
        await expect(grid.getByRole('button')).toHaveCount(0);
      });
    },
  );
}

test('an animated picture with an expired URL is requested again, and moves', async ({
  browser,
}) => {
  const words = 'It waves to followers';
  const page = await newMember(browser, newName('late'), {
    ...desktop,
    ...withMotion,
    savesData: false,
  });
  await postFiles(page, words, [gif], { visibility: 'followers' });
  const friend = newName('friend');
  await newApiMember(browser, friend);
  await sendPictureByApi(page, friend);
  const tile = card(page, words).getByRole('link', { name: 'Picture' });
  // Only the moving files have expired. The post and the page of messages that a refresh brings have new URLs.
  for (const url of ['**/home', urlOf(feed.getFeed)]) await page.route(url, withExpiredMotion);
  await page.route(urlOf(chat.listMessages), withExpiredMotion, { times: 1 });

  await test.step('in a post', async () => {
    await page.goto('/home');
    await expectShown(tile.locator('img'), moving);
    await expectDrawn(tile.locator('img'));
  });

  await test.step('in the viewer', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.reload();
    await expectShown(tile.locator('img'), still);
    await page.emulateMedia(withMotion);
    await tile.click();
    const shown = page.getByRole('dialog', { name: /^Media of/ }).locator('[data-current] img');
    await expectShown(shown, moving);
    await expectDrawn(shown);
  });

  await test.step('in a message', async () => {
    const shown = (await openChatWith(page, friend)).log.getByRole('article').locator('img');
    await expectShown(shown, moving);
    await expectDrawn(shown);
  });
});

test('an animated picture that stays refused shows its still, and scrolling does not request it again', async ({
  browser,
}) => {
  const words = 'It waves no more';
  const page = await newMember(browser, newName('gone'), {
    ...desktop,
    ...withMotion,
    savesData: false,
  });
  await postFiles(page, words, [gif], { visibility: 'followers' });
  const picture = card(page, words).getByRole('link', { name: 'Picture' }).locator('img');
  for (const url of ['**/home', urlOf(feed.getFeed, posts.getPost)])
    await page.route(url, withExpiredMotion);
  const loaded = recordRequests(page);
  const requested = () => loaded.filter((url) => moving.test(url)).length;
  await page.goto('/home');
  await expect.poll(requested).toBe(1);
  await expectShown(picture, still);
  for (const margin of ['100vh', '0', '100vh', '0']) {
    await page.evaluate(async (marginTop) => {
      document.body.style.marginTop = marginTop;
      for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
    }, margin);
  }
  await expectShown(picture, still);
  expect(requested()).toBe(1);
});

/** Gives the URLs of moving files an expiry date in the past, so that the server refuses them. */
async function withExpiredMotion(route: Route): Promise<void> {
  const response = await route.fetch();
  const body = (await response.text()).replaceAll(
    /(?<path>\/320\.webp\?e=)\d+/g,
    '$<path>1700000000',
  );
  await route.fulfill({ response, body });
}
