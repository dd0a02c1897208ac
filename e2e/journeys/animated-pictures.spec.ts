import { expect, type Locator, type Page } from '@playwright/test';
import { appearance, checkAccessibility } from '../support/accessibility.ts';
import { sendPictureByApi } from '../support/chat-api.ts';
import { ComposerBox } from '../support/composer.ts';
import { desktop, phone, withMotion } from '../support/devices.ts';
import { gif, postFiles } from '../support/files.ts';
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
