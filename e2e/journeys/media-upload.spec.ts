import { expect, type Page } from '@playwright/test';
import * as media from '@roost/contract/media';
import * as posts from '@roost/contract/posts';
import * as users from '@roost/contract/users';
import { ComposerBox } from '../support/composer.ts';
import { desktop, phone, withMotion } from '../support/devices.ts';
import {
  asQuickTime,
  avif,
  drawPicture,
  expectDrawn,
  expectPlaying,
  gif,
  recordClip,
  type TestFile,
} from '../support/files.ts';
import { card, newMemberAtHome, newName } from '../support/members.ts';
import { test } from '../support/test.ts';
import { variants } from '../support/matrix.ts';
import { holdRequests } from '../support/held-requests.ts';
import { urlOf } from '../support/endpoint-urls.ts';

async function everyKind(page: Page): Promise<TestFile[]> {
  const mp4 = await recordClip(page, 'mp4');
  return [
    await drawPicture(page, 'photo.jpg'),
    await drawPicture(page, 'drawing.png', { color: '#bc6c25' }),
    await drawPicture(page, 'web.webp', { width: 480, height: 640 }),
    gif,
    avif,
    mp4,
    await recordClip(page, 'webm'),
    asQuickTime(mp4),
  ];
}

const isPicture = ({ mimeType }: TestFile) => mimeType.startsWith('image/');

for (const device of variants(desktop, phone)) {
  const { width } = device.viewport;

  test(`every kind of picture and video uploads and shows, ${width} wide @matrix`, async ({
    browser,
  }) => {
    const page = await newMemberAtHome(browser, newName('kinds'), {
      ...device,
      ...withMotion,
      savesData: false,
    });
    const box = new ComposerBox(page);
    const kinds = await everyKind(page);

    for (const file of kinds) {
      await test.step(file.name, async () => {
        await box.choose([file]);
        await box.uploaded(1);
        const post = await box.publish(`This is ${file.name}, ${width} wide`, {
          isAsked: isPicture(file),
        });
        await post.scrollIntoViewIfNeeded();
        if (isPicture(file)) return expectDrawn(post.locator('a img'));
        await expectPlaying(post.locator('video'));
        await expect(post.locator('video')).toHaveAttribute('poster', /^(http|blob)/);
        await post.getByRole('button', { name: 'Pause video' }).click();
        const isPaused = await post.locator('video').evaluate((video: HTMLVideoElement) => {
          // The page chooses again which video plays.
          document.dispatchEvent(new Event('visibilitychange'));
          return video.paused;
        });
        expect(isPaused).toBe(true);
        await post.getByRole('button', { name: 'Play video' }).click();
        await expectPlaying(post.locator('video'));
      });
    }

    for (const four of [kinds.slice(0, 4), kinds.slice(4)]) {
      await test.step(`${four.map(({ name }) => name).join(', ')} in one post`, async () => {
        await page.evaluate(() => scrollTo(0, 0));
        await box.choose(four);
        await box.uploaded(4);
        const post = await box.publish(`Four with ${four[0]?.name}, ${width} wide`, {
          isAsked: true,
        });
        const tiles = post.getByRole('link', { name: /^(Picture|Video) \d of 4/ });
        await expect(tiles).toHaveCount(4);
        for (const [index, file] of four.entries())
          if (isPicture(file)) await expectDrawn(tiles.nth(index).locator('img'));
        await tiles.first().click();
        const viewer = page.getByRole('dialog', { name: /^Media of/ });
        for (const [index, file] of four.entries()) {
          await expect(viewer.getByText(`${index + 1} / 4`)).toBeVisible();
          const slide = viewer.locator('[data-current]');
          if (isPicture(file)) await expectDrawn(slide.getByRole('img'));
          else await expectPlaying(slide.locator('video'));
          await viewer.getByRole('button', { name: 'Next' }).click();
        }
        await expect(viewer.getByText('1 / 4')).toBeVisible();
        await page.goBack();
        await expect(viewer).toBeHidden();
      });
    }
  });

  test(`files can be cancelled, retried, described and reordered, ${width} wide @matrix`, async ({
    browser,
  }) => {
    const page = await newMemberAtHome(browser, newName('many'), device);
    const box = new ComposerBox(page);
    const names = ['a.jpg', 'b.png', 'c.webp', 'd.jpg'];
    const chosen = await Promise.all(names.map((name) => drawPicture(page, name)));

    await test.step('Cancel removes a file during its upload', async () => {
      const release = await holdRequests(page, urlOf(media.uploadMedia));
      await box.choose(chosen);
      await expect(box.files).toHaveCount(4);
      await box.button('Cancel upload of b.png').click();
      await expect(box.files).toHaveCount(3);
      release();
      await box.uploaded(3);
    });

    await test.step('a new choice replaces the files, and a failed upload can be retried', async () => {
      let isFirst = true;
      await page.route(urlOf(media.uploadMedia), async (route) => {
        if (!isFirst) return route.continue();
        isFirst = false;
        return route.abort();
      });
      await box.choose(chosen);
      await box.form.getByRole('button', { name: /^Try again to upload/ }).click();
      await box.uploaded(4);
      await expect(box.files).toHaveCount(4);
      await page.unroute(urlOf(media.uploadMedia));
    });

    await test.step('the keyboard adds alt text and changes the order', async () => {
      await box.button('Add alt text of a.jpg').press('Enter');
      await page.getByRole('textbox', { name: 'Alt text' }).fill('A pale sun over the sea');
      await page.getByRole('button', { name: 'Save' }).press('Enter');
      await box.button('Move a.jpg later').press('Enter');
      await expect(
        box.files.nth(1).getByRole('img', { name: 'A pale sun over the sea' }),
      ).toBeVisible();
    });

    await test.step('a refused post goes back into the box with its files', async () => {
      await page.route(urlOf(posts.createPost), (route) =>
        route.fulfill({
          status: 400,
          json: { status: 'fail', message: 'Not now.', code: 'bad_input' },
        }),
      );
      await box.text.fill(`Four of them, ${width} wide`);
      await box.button('Post').click();
      await expect(box.form).toContainText('3 pictures have no alt text');
      await box.button('Post without').click();
      const refused = card(page, `Four of them, ${width} wide`);
      await expect(refused).toContainText('Failed: Not now.');
      await refused.getByRole('button', { name: 'Edit' }).click();
      await box.open();
      await expect(box.files).toHaveCount(4);
      await expect(box.text).toHaveValue(`Four of them, ${width} wide`);
      await page.unroute(urlOf(posts.createPost));
    });

    await test.step('the retried post keeps the order', async () => {
      const post = await box.publish(`Four of them, ${width} wide`, { isAsked: true });
      await expect(post.getByRole('link', { name: /^Picture/ })).toHaveCount(4);
      await expect(
        post.getByRole('link', { name: 'Picture 2 of 4: A pale sun over the sea' }),
      ).toBeVisible();
      for (const picture of await post.getByRole('link', { name: /^Picture/ }).all())
        await expectDrawn(picture.locator('img'));
      await post.getByRole('button', { name: 'Show alt text' }).click();
      await expect(page.getByRole('dialog', { name: 'Alt text' })).toContainText('A pale sun');
    });
  });
}

test('a file that cannot be posted shows an error before its upload', async ({ browser }) => {
  const page = await newMemberAtHome(browser, newName('unfit'), desktop);
  const box = new ComposerBox(page);
  await stubNoVideoConversion(page);
  let sent = 0;
  page.on('request', (request) => {
    if (urlOf(media.uploadMedia).test(request.url())) sent += 1;
  });
  await box.choose([
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') },
    { name: 'broken.mp4', mimeType: 'video/mp4', buffer: Buffer.from('no film at all') },
  ]);
  await expect(box.form).toContainText('notes.txt can’t be posted.');
  await expect(box.form).toContainText('This browser can’t play broken.mp4');
  expect(sent).toBe(0);
  await box.button('Remove broken.mp4').click();
  await box.button('Post').click();
  await expect(box.form).toContainText('Post must have either content or media.');
});

/** Answers as a server without ffmpeg. */
async function stubNoVideoConversion(page: Page): Promise<void> {
  await page.route(urlOf(users.getLimits), async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: object };
    await route.fulfill({ json: { ...body, data: { ...body.data, convertsVideo: false } } });
  });
  await page.reload();
}

test('a file with wrong content is refused and can be removed', async ({ browser }) => {
  const page = await newMemberAtHome(browser, newName('liar'), phone);
  const box = new ComposerBox(page);
  const text = { name: 'holiday.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('only words') };
  await box.choose([text, await drawPicture(page, 'real.png')]);
  await expect(box.form).toContainText('“holiday.jpg” is no picture or video we can take.');
  await expect(box.form.getByRole('button', { name: /^Try again/ })).toHaveCount(0);
  await box.button('Remove holiday.jpg').click();
  await box.uploaded(1);
  await expectDrawn((await box.publish('One is real', { isAsked: true })).locator('a img'));
});
