import { expect } from '@playwright/test';
import { checkAccessibility } from '../support/accessibility.ts';
import { desktop, phone } from '../support/devices.ts';
import { drawPicture, postFiles } from '../support/files.ts';
import { variants } from '../support/matrix.ts';
import { newMember, newName, writePost } from '../support/members.ts';
import { positionAtRest, wheelDown } from '../support/scrolling.ts';
import { test } from '../support/test.ts';

for (const { viewport } of variants(phone, desktop)) {
  test(`the tab Media has a grid of pictures, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    test.slow();
    const name = newName('painter');
    const page = await newMember(browser, name, { viewport });
    const picture = await drawPicture(page, 'a.jpg', { width: 200, height: 300 });
    await page.goto(`/home/profile/${name}?tab=media`);
    await expect(page.getByText('No pictures or videos available.')).toBeVisible();
    for (let n = 1; n <= 14; n += 1)
      await postFiles(page, `Pictures ${n}`, [picture, picture, picture], {
        alts: [`One of ${n}`, `Two of ${n}`, `Three of ${n}`],
      });
    await writePost(page, 'Only words');
    await page.reload();
    const grid = page.getByRole('list', { name: `Media of @${name}` });
    await expect(grid.getByRole('listitem').first()).toBeVisible();
    await checkAccessibility(page, 'the tab Media');

    await test.step('the end loads more', async () => {
      await wheelDown(page, 10, 500);
      await expect(grid.getByRole('listitem')).toHaveCount(42);
    });

    const tile = grid.getByRole('link', { name: /: Two of 5$/ });
    await tile.scrollIntoViewIfNeeded();
    const { y: before } = await positionAtRest(tile);
    const distance = async () => Math.abs((await positionAtRest(tile)).y - before);

    await test.step('a press opens the viewer, and Back returns to the same place', async () => {
      await tile.click();
      await expect(page.getByRole('dialog', { name: /^Media of/ })).toBeVisible();
      await page.goBack();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      expect(await distance()).toBeLessThanOrEqual(2);
    });

    await test.step('a reload returns there, also with new pictures above', async () => {
      await postFiles(page, 'New on top', [picture]);
      await page.reload();
      await expect(tile).toBeVisible();
      await expect.poll(distance).toBeLessThanOrEqual(2);
      await expect(grid.getByRole('listitem').first()).toBeAttached();
    });

    await test.step('so does a reload where the topmost row continues a post', async () => {
      const last = grid.getByRole('link', { name: /: Three of 10$/ });
      await last.evaluate((element) => scrollBy(0, element.getBoundingClientRect().top));
      expect((await positionAtRest(last)).y).toBeCloseTo(0, 0);
      await page.reload();
      await expect(last).toBeVisible();
      await expect
        .poll(async () => Math.abs((await positionAtRest(last)).y))
        .toBeLessThanOrEqual(2);
    });
  });
}
