import { expect } from '@playwright/test';
import { checkAccessibility } from '../support/accessibility.ts';
import { desktop, phone } from '../support/devices.ts';
import { drawPicture } from '../support/files.ts';
import { variants } from '../support/matrix.ts';
import {
  card,
  newApiMember,
  newName,
  newWord,
  register,
  signIn,
  writePost,
} from '../support/members.ts';
import { test } from '../support/test.ts';

for (const viewport of variants(phone.viewport, desktop.viewport)) {
  test(`the first sign-in leads through four steps, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const tag = newWord();
    const chosen = tag.toUpperCase();
    const author = newName('author');
    const writer = await newApiMember(browser, author);
    await writePost(writer, `A post about #${tag}`);
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
    const page = await context.newPage();
    const name = newName('erin');
    await register(page, name);
    await signIn(page, name);
    const goOn = page.getByRole('button', { name: 'Continue' });

    await test.step('a picture', async () => {
      await expect(page.getByRole('heading', { name: `Welcome, ${name} of Roost` })).toBeFocused();
      await expect(page.getByText('Step 1 of 4')).toBeVisible();
      await checkAccessibility(page, 'picture');
      await page.getByLabel('Add a picture').setInputFiles(await drawPicture(page, 'me.png'));
      await page.getByRole('dialog').getByRole('button', { name: 'Use Photo' }).click();
      await goOn.click();
    });

    await test.step('hashtags become feeds', async () => {
      await expect(page.getByText('Step 2 of 4')).toBeVisible();
      await page.getByLabel('Another hashtag').fill('not a tag');
      await page.getByRole('button', { name: 'Add' }).click();
      await expect(page.getByText('Use letters, digits and _, and not only digits.')).toBeVisible();
      await page.getByLabel('Another hashtag').fill(`#${chosen}`);
      await page.getByRole('button', { name: 'Add' }).click();
      await expect(page.getByRole('button', { name: `#${chosen}`, pressed: true })).toBeVisible();
      await checkAccessibility(page, 'hashtags');
      await goOn.click();
    });

    await test.step('people who write with them come first', async () => {
      const first = page.getByRole('list', { name: 'People' }).getByRole('listitem').first();
      await expect(first).toContainText(author);
      await expect(first).toContainText(`Writes with #${chosen}`);
      await checkAccessibility(page, 'people');
      await first.getByRole('button', { name: 'Follow' }).click();
      await goOn.click();
    });

    await test.step('Back leads to the earlier steps, which keep their answers', async () => {
      const back = page.getByRole('button', { name: 'Back', exact: true });
      await back.click();
      await expect(page.getByText('Step 3 of 4')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Following' }).first()).toBeVisible();
      await back.click();
      await expect(page.getByRole('button', { name: `#${chosen}`, pressed: true })).toBeVisible();
      await back.click();
      await expect(page.getByText('Step 1 of 4')).toBeVisible();
      await expect(back).toBeHidden();
      for (const step of [2, 3, 4]) {
        await goOn.click();
        await expect(page.getByText(`Step ${step} of 4`)).toBeVisible();
      }
    });

    await test.step('a first post leads to the feed, and Back does not lead to the steps', async () => {
      await page.getByRole('textbox', { name: 'Post text' }).fill(`Good morning, ${tag}`);
      await checkAccessibility(page, 'post');
      await page.getByRole('main').getByRole('button', { name: 'Post', exact: true }).click();
      await page.waitForURL('**/home');
      await expect(card(page, `Good morning, ${tag}`)).toBeVisible();
      await page.getByRole('tab', { name: 'Following' }).click();
      await expect(card(page, `A post about #${tag}`)).toBeVisible();
      await page.goBack();
      await expect(page.getByText(/Step \d of 4/)).toBeHidden();
      await page.waitForURL('**/home');
    });
    await context.close();
  });
}

test('each step can be skipped', async ({ page }) => {
  const name = newName('erin');
  await register(page, name);
  await signIn(page, name);
  for (const step of [1, 2, 3, 4]) {
    await expect(page.getByText(`Step ${step} of 4`)).toBeVisible();
    await page.getByRole('button', { name: 'Skip' }).click();
  }
  await page.waitForURL('**/home');
  await page.goto('/login');
  await page.waitForURL('**/home');
});
