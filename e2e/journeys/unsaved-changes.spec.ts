import { expect, type Page } from '@playwright/test';
import { ComposerBox } from '../support/composer.ts';
import { desktop, phone } from '../support/devices.ts';
import { drawPicture } from '../support/files.ts';
import { newMemberAtHome, newName, newMember } from '../support/members.ts';
import { test } from '../support/test.ts';
import { variants } from '../support/matrix.ts';

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Discard your changes?' });

test('Escape, a click outside or × keeps the text in a dialog', async ({ browser }) => {
  const page = await newMemberAtHome(browser, newName('typed'), desktop);
  const composer = new ComposerBox(page);
  await composer.choose([await drawPicture(page, 'a.jpg')]);
  await composer.uploaded(1);
  const dialog = page.getByRole('dialog', { name: 'Alt text' });
  const text = dialog.getByRole('textbox', { name: 'Alt text' });
  const open = async () => {
    await composer.button('Add alt text of a.jpg').click();
    await expect(text).toBeFocused();
  };

  await test.step('an empty dialog closes at once', async () => {
    await open();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step('a dialog with text asks before it closes', async () => {
    await open();
    await text.fill('A pale sun');
    for (const leave of [
      async () => page.keyboard.press('Escape'),
      async () => page.mouse.click(4, 4),
      async () => dialog.getByRole('button', { name: 'Close' }).click(),
    ]) {
      await leave();
      await expect(question(page)).toBeVisible();
      await question(page).getByRole('button', { name: 'Keep editing' }).click();
      await expect(question(page)).toBeHidden();
      await expect(text).toHaveValue('A pale sun');
    }
    await page.keyboard.press('Escape');
    await question(page).getByRole('button', { name: 'Discard' }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('a saved dialog closes without a question', async () => {
    await open();
    await text.fill('A pale sun');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(question(page)).toBeHidden();
  });
});

test('Escape keeps the choices in the notification settings', async ({ browser }) => {
  const page = await newMember(browser, newName('chosen'), desktop);
  await page.goto('/home/noti');
  const drawer = page.getByRole('dialog', { name: 'Notification settings' });
  const likes = drawer.getByRole('radiogroup', { name: 'Likes' });
  const open = async () => {
    await page.getByRole('button', { name: 'Notification settings' }).click();
    await expect(likes.getByRole('radio', { name: 'Anyone' })).toBeChecked();
  };

  await test.step('unchanged settings close at once', async () => {
    await open();
    await likes.getByRole('radio', { name: 'No one' }).check();
    await likes.getByRole('radio', { name: 'Anyone' }).check();
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(question(page)).toBeHidden();
  });

  await test.step('changed settings ask before they close', async () => {
    await open();
    await likes.getByRole('radio', { name: 'No one' }).check();
    await page.keyboard.press('Escape');
    await question(page).getByRole('button', { name: 'Keep editing' }).click();
    await expect(question(page)).toBeHidden();
    await expect(likes.getByRole('radio', { name: 'No one' })).toBeChecked();
    await page.keyboard.press('Escape');
    await question(page).getByRole('button', { name: 'Discard' }).click();
    await expect(drawer).toBeHidden();
  });

  await test.step('saved settings close without a question', async () => {
    await open();
    await likes.getByRole('radio', { name: 'No one' }).check();
    await drawer.getByRole('button', { name: 'Save' }).click();
    await expect(drawer.getByText('Saved', { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(question(page)).toBeHidden();
  });
});

test('on phones Back asks before it discards text', async ({ browser }) => {
  const page = await (await browser.newContext(phone)).newPage();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Forgot password?' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Forgot password' });
  const box = dialog.getByLabel('Email');
  await box.fill('somebody@example.org');
  await page.goBack();
  await question(page).getByRole('button', { name: 'Keep editing' }).click();
  await expect(question(page)).toBeHidden();
  await expect(box).toHaveValue('somebody@example.org');
  await page.goBack();
  await question(page).getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/login$/);
});

for (const device of variants(phone, desktop))
  test(`the crop frame fills the dialog for any picture shape, ${device.viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const name = newName('crop');
    const page = await newMember(browser, name, device);
    await page.goto(`/home/profile/${name}`);
    await page.getByRole('button', { name: 'Edit profile' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit profile' });
    for (const [label, title, aspect] of [
      ['Profile Picture', 'Crop your picture', 1],
      ['Cover', 'Crop your cover', 3],
    ] as const)
      for (const shape of [
        { width: 300, height: 1200 },
        { width: 1200, height: 300 },
      ]) {
        await edit.getByLabel(label).setInputFiles(await drawPicture(page, 'me.png', shape));
        const crop = page.getByRole('dialog', { name: title });
        const field = crop.getByRole('group', { name: 'The part that is shown' });
        await expect(field).toBeVisible();
        const size = async () => (await field.boundingBox())?.width ?? 0;
        await expect.poll(size).toBeGreaterThan(300);
        const box = (await field.boundingBox())!;
        expect(box.width / box.height).toBeCloseTo(aspect, 1);
        await crop.getByRole('button', { name: 'Cancel' }).click();
        await expect(crop).toBeHidden();
      }
  });
