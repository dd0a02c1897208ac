import { expect } from '@playwright/test';
import { replyBox } from '../support/comments.ts';
import { checkAccessibility } from '../support/accessibility.ts';
import { drawPicture, expectDrawn, postFiles, recordClip } from '../support/files.ts';
import { card, newMember, newName, newWord } from '../support/members.ts';
import { test } from '../support/test.ts';
import { desktop, phone, withMotion } from '../support/devices.ts';
import { variants } from '../support/matrix.ts';

for (const { viewport } of variants(phone, desktop)) {
  test(`the media viewer opens, moves between files and closes, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const page = await newMember(browser, newName('viewer'), { viewport, ...withMotion });
    const pictures = await Promise.all(
      ['#e07a5f', '#34a0a4', '#bc6c25'].map((color, n) =>
        drawPicture(page, `${n}.jpg`, { color, width: 400 + n * 300, height: 500 }),
      ),
    );
    const clip = await recordClip(page, 'webm');
    const words = `Look at these, ${viewport.width} wide`;
    const id = await postFiles(page, words, [...pictures, clip], { alts: ['The first'] });
    await page.goto('/home');
    const viewer = page.getByRole('dialog', { name: /^Media of/ });
    const counter = viewer.getByText(/^\d \/ \d$/);
    const shown = viewer.locator('[data-current]');
    const caption = viewer.locator('[data-caption]');

    await test.step('it opens over the feed with the post’s URL', async () => {
      await card(page, words).getByRole('link', { name: 'Picture 2 of 4' }).click();
      await expect(counter).toHaveText('2 / 4');
      await expect(page).toHaveURL(`/home/post/${id}?photo=2`);
      await expect(caption).toHaveText('');
      // The empty space has no rule of its own.
      await expect(caption).toHaveCSS('border-bottom-width', '0px');
      await expectDrawn(shown.getByRole('img'));
      expect(await page.getByRole('article', { includeHidden: true }).count()).toBeGreaterThan(0);
    });

    await test.step('buttons and keys turn the pictures, in a circle', async () => {
      await viewer.getByRole('button', { name: 'Next' }).click();
      await expect(counter).toHaveText('3 / 4');
      await page.keyboard.press('ArrowRight');
      await expect(counter).toHaveText('4 / 4');
      await expect(shown.locator('video')).toBeVisible();
      await viewer.getByRole('button', { name: 'Next' }).click();
      await expect(counter).toHaveText('1 / 4');
      await expect(caption).toHaveText('The first');
      await page.keyboard.press('ArrowLeft');
      await expect(counter).toHaveText('4 / 4');
      await page.keyboard.press('Home');
      await expect(counter).toHaveText('1 / 4');
      await page.keyboard.press('End');
      await expect(counter).toHaveText('4 / 4');
      await viewer.getByRole('button', { name: 'Previous' }).click();
      await expect(counter).toHaveText('3 / 4');
      await expect(page).toHaveURL(`/home/post/${id}?photo=3`);
    });

    await test.step('Back closes it and focuses the last picture', async () => {
      await page.goBack();
      await expect(viewer).toBeHidden();
      await expect(page).toHaveURL('/home');
      await expect(card(page, words).getByRole('link', { name: 'Picture 3 of 4' })).toBeFocused();
    });

    await test.step('the keyboard opens it, and the focus stays inside', async () => {
      await page.keyboard.press('Enter');
      await expect(counter).toHaveText('3 / 4');
      for (let n = 0; n < 12; n += 1) {
        await page.keyboard.press('Tab');
        // At either end the focus guard has the focus for a moment.
        await expect
          .poll(() => viewer.evaluate((box) => box.contains(document.activeElement)))
          .toBe(true);
      }
      await page.keyboard.press('Escape');
      await expect(viewer).toBeHidden();
      await expect(page).toHaveURL('/home');
    });

    await test.step('the URL opens it, and Close leaves the post', async () => {
      await page.goto(`/home/post/${id}?photo=2`);
      await expect(counter).toHaveText('2 / 4');
      await viewer.getByRole('button', { name: 'Close' }).click();
      await expect(viewer).toBeHidden();
      await expect(page).toHaveURL(`/home/post/${id}`);
      await expect(page.getByText(words)).toBeVisible();
    });
  });

  test(`the media viewer has the actions of the post, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const page = await newMember(browser, newName('viewer'), { viewport });
    const picture = await drawPicture(page, '0.jpg', { color: '#e07a5f' });
    const words = `A picture to answer, ${newWord()}`;
    const id = await postFiles(page, words, [picture], { alts: ['A round leaf'] });
    await page.goto('/home');
    const viewer = page.getByRole('dialog', { name: /^Media of/ });
    const tile = card(page, words).locator(`[data-photo="${id} 1"]`);
    const box = replyBox(page);

    await test.step('a like there shows on the card, and moves no picture', async () => {
      await tile.click();
      const shown = viewer.getByRole('img', { name: 'A round leaf' });
      await expectDrawn(shown);
      await checkAccessibility(page, 'viewer of a post');
      const before = await shown.boundingBox();
      await viewer.getByRole('button', { name: 'Like, 0 likes' }).click();
      await expect(
        viewer.getByRole('button', { name: 'Like, 1 like', pressed: true }),
      ).toBeVisible();
      expect(await shown.boundingBox()).toEqual(before);
      await page.keyboard.press('Escape');
      await expect(viewer).toBeHidden();
      await expect(
        card(page, words).getByRole('button', { name: 'Like, 1 like', pressed: true }),
      ).toBeVisible();
    });

    await test.step('Reply leads to the reply box, and Back to the feed', async () => {
      await tile.click();
      await viewer.getByRole('link', { name: 'Reply, 0 replies' }).click();
      await expect(viewer).toBeHidden();
      await expect(page).toHaveURL(`/home/post/${id}`);
      await expect(box).toBeFocused();
      await page.goBack();
      await expect(page).toHaveURL('/home');
      await expect(viewer).toBeHidden();
    });

    await test.step('on the post’s own page, Reply adds no page to the history', async () => {
      await card(page, words).getByText(words).click();
      await expect(page).toHaveURL(`/home/post/${id}`);
      await tile.click();
      await viewer.getByRole('button', { name: 'Reply, 0 replies' }).click();
      await expect(viewer).toBeHidden();
      await expect(box).toBeFocused();
      await page.goBack();
      await expect(page).toHaveURL('/home');
    });
  });
}
