import { expect, type Locator } from '@playwright/test';
import * as drafts from '@roost/contract/drafts';
import { checkAccessibility } from '../support/accessibility.ts';
import { ComposerBox } from '../support/composer.ts';
import { desktop, phone } from '../support/devices.ts';
import { urlOf } from '../support/endpoint-urls.ts';
import { drawPicture } from '../support/files.ts';
import { holdRequests } from '../support/held-requests.ts';
import { variants } from '../support/matrix.ts';
import { newMemberAtHome, newName } from '../support/members.ts';
import { test } from '../support/test.ts';

/** A phone whose keyboard is open. */
const shortPhone = { ...phone, viewport: { width: 390, height: 480 } };

/** Whether the element is in sight at its edges and its centre, and nothing covers it. */
const isUncovered = async (element: Locator): Promise<boolean> =>
  element.evaluate((button) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    return [0.1, 0.5, 0.9].every((share) => {
      const hit = document.elementFromPoint(left + width / 2, top + height * share);
      return hit !== null && button.contains(hit);
    });
  });

for (const device of variants(shortPhone, desktop)) {
  const { width } = device.viewport;

  test(`the reminder of alt texts is in sight, ${width} wide @matrix`, async ({ browser }) => {
    const page = await newMemberAtHome(browser, newName('silent'), device);
    const box = new ComposerBox(page);
    const names = ['one.jpg', 'two.jpg', 'three.jpg', 'four.jpg'];
    await box.choose(await Promise.all(names.map(async (name) => drawPicture(page, name))));
    await box.uploaded(4);
    await box.text.fill('One\ntwo\nthree\nfour');
    await box.button('Post').click();
    await expect(box.form.getByText('4 pictures have no alt text.')).toBeInViewport();
    for (const name of ['Add alt text', 'Post without', 'Post'])
      await expect.poll(async () => isUncovered(box.button(name)), name).toBe(true);
    await checkAccessibility(page, 'the reminder');
    await box.button('Add alt text').click();
    await expect(page.getByRole('dialog', { name: 'Alt text' })).toBeVisible();
  });
}

async function middleOf(element: Locator): Promise<number> {
  const { y, height } = (await element.boundingBox())!;
  return Math.round(y + height / 2);
}

for (const device of variants(desktop, phone)) {
  const { width } = device.viewport;

  test(`Post stays where it is when a text is saved, ${width} wide @matrix`, async ({
    browser,
  }) => {
    const page = await newMemberAtHome(browser, newName('steady'), device);
    // On wide screens, the second button belongs to the composer of the page.
    await page.getByRole('button', { name: 'Post', exact: true }).first().click();
    const form = page.getByRole('dialog', { name: 'New post' }).locator('form');
    const post = form.getByRole('button', { name: 'Post', exact: true });
    const text = form.getByRole('textbox', { name: 'Post text' });
    const draftsButton = form.getByRole('button', { name: 'Drafts' });
    const release = await holdRequests(page, urlOf(drafts.createDraft));
    await text.fill('Half');
    expect(await middleOf(post), 'one row').toBe(await middleOf(draftsButton));
    await expect(draftsButton).toHaveAccessibleDescription('');
    const before = await post.boundingBox();
    release();
    await expect(draftsButton).toHaveAccessibleDescription('Saved');
    expect(await post.boundingBox()).toEqual(before);
    await page.context().setOffline(true);
    await text.fill('Half a thought');
    await expect(draftsButton).toHaveAccessibleDescription('Saved in this tab');
    expect(await post.boundingBox()).toEqual(before);
    await page.context().setOffline(false);
  });
}
