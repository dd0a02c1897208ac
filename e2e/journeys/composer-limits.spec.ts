import { expect } from '@playwright/test';
import { tiers } from '@roost/contract/limits';
import { checkAccessibility } from '../support/accessibility.ts';
import { ComposerBox } from '../support/composer.ts';
import { desktop, phone } from '../support/devices.ts';
import { drawPicture } from '../support/files.ts';
import { variants } from '../support/matrix.ts';
import { newMemberAtHome, newName } from '../support/members.ts';
import { test } from '../support/test.ts';

const names = ['one.jpg', 'two.jpg', 'three.jpg', 'four.jpg'];

for (const device of variants(desktop, phone)) {
  const { width } = device.viewport;

  test(`four chosen pictures are all in sight, ${width} wide @matrix`, async ({ browser }) => {
    const page = await newMemberAtHome(browser, newName('four'), device);
    const box = new ComposerBox(page);
    await box.choose(await Promise.all(names.map(async (name) => drawPicture(page, name))));
    await box.uploaded(4);
    for (const name of names)
      await expect(box.form.getByRole('img', { name })).toBeInViewport({ ratio: 1 });
    await checkAccessibility(page, 'four files');
  });

  test(`the part beyond the limit can be selected and deleted, ${width} wide @matrix`, async ({
    browser,
  }) => {
    const page = await newMemberAtHome(browser, newName('long'), device);
    const box = new ComposerBox(page);
    await box.open();
    const most = tiers.free.postLength;
    const fitting = 'ab '.repeat(most).slice(0, most - 1);
    await box.text.fill(`${fitting}!and more`);
    await expect(box.form.getByText('8 characters too many')).toBeInViewport({ ratio: 1 });
    await checkAccessibility(page, 'too long');
    await box.button('Select').click();
    await expect(box.text).toBeFocused();
    const selected = await box.text.evaluate((field: HTMLTextAreaElement) =>
      field.value.slice(field.selectionStart, field.selectionEnd),
    );
    expect(selected).toBe('and more');
    await page.keyboard.press('Delete');
    await expect(box.text).toHaveValue(`${fitting}!`);
    await expect(box.button('Select')).toBeHidden();
  });
}
