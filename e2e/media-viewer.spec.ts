import { expect } from '@playwright/test';
import { drawPicture, expectDrawn, postFiles, recordClip } from './files.ts';
import { arrive, card, newName } from './people.ts';
import { test } from './test.ts';

for (const viewport of [
  { width: 1280, height: 860 },
  { width: 390, height: 844 },
]) {
  test(`the viewer, ${viewport.width} wide`, async ({ browser }) => {
    test.setTimeout(300_000);
    const page = await arrive(browser, newName('viewer'), { viewport });
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

    await test.step('opens over the feed, under the post’s own address', async () => {
      await card(page, words).getByRole('link', { name: 'Picture 2 of 4' }).click();
      await expect(counter).toHaveText('2 / 4');
      await expect(page).toHaveURL(`/home/post/${id}?photo=2`);
      await expectDrawn(shown.getByRole('img'));
      expect(await page.getByRole('article', { includeHidden: true }).count()).toBeGreaterThan(0);
    });

    await test.step('turns by buttons and keys, round and round', async () => {
      await viewer.getByRole('button', { name: 'Next' }).click();
      await expect(counter).toHaveText('3 / 4');
      await page.keyboard.press('ArrowRight');
      await expect(counter).toHaveText('4 / 4');
      await expect(shown.locator('video')).toBeVisible();
      await viewer.getByRole('button', { name: 'Next' }).click();
      await expect(counter).toHaveText('1 / 4');
      await expect(viewer).toContainText('The first');
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

    await test.step('Back closes it, and the focus is on what was looked at', async () => {
      await page.goBack();
      await expect(viewer).toBeHidden();
      await expect(page).toHaveURL('/home');
      await expect(card(page, words).getByRole('link', { name: 'Picture 3 of 4' })).toBeFocused();
    });

    await test.step('by the keyboard alone', async () => {
      await page.keyboard.press('Enter');
      await expect(counter).toHaveText('3 / 4');
      for (let n = 0; n < 8; n += 1) {
        await page.keyboard.press('Tab');
        // At either end it passes a guard, for a moment.
        await expect
          .poll(() => viewer.evaluate((box) => box.contains(document.activeElement)))
          .toBe(true);
      }
      await page.keyboard.press('Escape');
      await expect(viewer).toBeHidden();
      await expect(page).toHaveURL('/home');
    });

    await test.step('by its address; closing it leaves the post', async () => {
      await page.goto(`/home/post/${id}?photo=2`);
      await expect(counter).toHaveText('2 / 4');
      await viewer.getByRole('button', { name: 'Close' }).click();
      await expect(viewer).toBeHidden();
      await expect(page).toHaveURL(`/home/post/${id}`);
      await expect(page.getByText(words)).toBeVisible();
    });
  });
}
