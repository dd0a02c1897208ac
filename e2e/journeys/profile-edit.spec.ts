import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Locator, type Page } from '@playwright/test';
import * as users from '@roost/contract/users';
import { checkAccessibility } from '../support/accessibility.ts';
import { drawPicture } from '../support/files.ts';
import { newMember, newName } from '../support/members.ts';
import { profileHeader } from '../support/people-screens.ts';
import { test } from '../support/test.ts';
import { desktop, phone } from '../support/devices.ts';
import { variants } from '../support/matrix.ts';
import { call } from '../support/api.ts';
import { urlOf } from '../support/endpoint-urls.ts';

const sizes = variants(phone.viewport, desktop.viewport);

/** Records the files of each form, because the browser does not report upload bodies. */
function recordFormFiles(): void {
  // oxlint-disable-next-line typescript/unbound-method -- called with its own `this` below
  const { append } = FormData.prototype;
  FormData.prototype.append = function (this: FormData, name: string, value: string | Blob) {
    if (value instanceof File) sessionStorage.setItem('sent', `${value.name} ${value.type}`);
    Reflect.apply(append, this, [name, value]);
  };
}

/** Opens the dialog on the person's own profile. */
async function openEditProfile(page: Page, name: string) {
  await page.goto(`/home/profile/${name}`);
  const header = profileHeader(page, name);
  const dialog = page.getByRole('dialog', { name: 'Edit profile' });
  await header.getByRole('button', { name: 'Edit profile' }).click();
  return { header, dialog, submit: dialog.getByRole('button', { name: 'Update Profile' }) };
}

for (const viewport of sizes) {
  test(`the dialog sends only what changed, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const mara = newName('mara');
    const page = await newMember(browser, mara, { viewport });
    const { header, dialog, submit } = await openEditProfile(page, mara);

    await test.step('an unchanged form shows a message', async () => {
      await submit.click();
      await expect(dialog.getByText('Please provide at least one field to update.')).toBeVisible();
    });

    await test.step('a wrong link is named and selected, and the next text replaces it', async () => {
      const links = dialog.getByLabel('Links');
      await links.fill('https://bees.example/\nbees.example');
      await submit.click();
      const problem = 'Link 2, “bees.example”, does not begin with http:// or https://.';
      await expect(dialog.getByText(problem)).toBeVisible();
      await expect(links).toBeFocused();
      await checkAccessibility(page, 'a wrong link');
      await page.keyboard.insertText('http://b.example/');
      await expect(links).toHaveValue('https://bees.example/\nhttp://b.example/');
      await expect(dialog.getByText(problem)).toBeHidden();
      await links.fill('');
    });

    await test.step('only changed text is sent, and a failure keeps the input', async () => {
      await dialog.getByLabel('Bio').fill('Keeps bees.');
      await page.route(urlOf(users.updateUser), (route) => route.abort(), { times: 1 });
      await submit.click();
      await expect(dialog.getByText('Failed to update profile.')).toBeVisible();
      await expect(dialog.getByLabel('Bio')).toHaveValue('Keeps bees.');
      const sent = page.waitForRequest(urlOf(users.updateUser));
      await submit.click();
      const body = (await sent).postData() ?? '';
      expect(body).toContain('name="bio"');
      expect(body).not.toContain('name="fullName"');
      await expect(dialog.getByText('Profile updated successfully!')).toBeVisible();
      const shown = Date.now();
      await expect(dialog).toBeHidden();
      expect(Date.now() - shown).toBeGreaterThan(900);
      await expect(header).toContainText('Keeps bees.');
    });

    await test.step('the reopened dialog saves a second change', async () => {
      await header.getByRole('button', { name: 'Edit profile' }).click();
      await dialog.getByLabel('Full Name').fill('Mara the Beekeeper');
      const sent = page.waitForRequest(urlOf(users.updateUser));
      await submit.click();
      expect((await sent).postData()).not.toContain('name="bio"');
      await expect(dialog).toBeHidden();
      await expect(header).toContainText('Mara the Beekeeper');
      await expect(header).toContainText('Keeps bees.');
    });
  });

  test(`a profile picture is cropped to 400 × 400 and shows at once, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const mara = newName('mara');
    const page = await newMember(browser, mara, { viewport });
    await page.addInitScript(recordFormFiles);
    const { header, dialog, submit } = await openEditProfile(page, mara);
    await dialog
      .getByLabel('Profile Picture')
      .setInputFiles(await drawPicture(page, 'me.jpg', { width: 800, height: 500 }));
    const crop = page.getByRole('dialog', { name: 'Crop your picture' });
    const zoom = crop.getByRole('slider', { name: 'Zoom' });
    const rotate = crop.getByRole('slider', { name: 'Rotate' });
    for (const [slider, min, max, step] of [
      [zoom, '1', '3', '0.01'],
      [rotate, '0', '360', '1'],
    ] as const) {
      await expect(slider).toHaveAttribute('min', min);
      await expect(slider).toHaveAttribute('max', max);
      await expect(slider).toHaveAttribute('step', step);
    }
    await test.step('buttons move the picture, as dragging does', async () => {
      const [left, right, up] = ['left', 'right', 'up'].map((side) =>
        crop.getByRole('button', { name: `Move the picture ${side}` }),
      ) as [Locator, Locator, Locator];
      const x = async () => (await crop.locator('img[src^="blob:"]').boundingBox())!.x;
      await expect(left).toHaveAttribute('aria-disabled', 'false');
      // The picture is wider than the square, and not higher.
      await expect(up).toHaveAttribute('aria-disabled', 'true');
      const middle = await x();
      await left.click();
      await expect.poll(async () => Math.round((await x()) - middle)).toBe(-24);
      // Playwright presses no disabled button.
      await right.focus();
      for (let press = 0; press < 12; press += 1) await page.keyboard.press('Enter');
      await expect(right).toHaveAttribute('aria-disabled', 'true');
      const square = (await crop.getByRole('group', { name: /^The part/ }).boundingBox())!;
      expect(Math.abs((await x()) - square.x)).toBeLessThan(1);
      await expect(right).toBeFocused();
    });
    await crop.getByRole('button', { name: 'Cancel' }).click();
    await expect(crop).toBeHidden();
    await expect(dialog.locator('img[src^="blob:"]')).toHaveCount(0);
    await dialog
      .getByLabel('Profile Picture')
      .setInputFiles(await drawPicture(page, 'me.jpg', { width: 800, height: 500 }));
    await page.evaluate(() => {
      const revoke = URL.revokeObjectURL.bind(URL);
      const { dataset } = document.documentElement;
      URL.revokeObjectURL = (url) => {
        revoke(url);
        dataset['revoked'] = `${dataset['revoked'] ?? ''} ${url}`;
      };
    });
    const whole = await crop.locator('img[src^="blob:"]').getAttribute('src');
    await zoom.fill('1.5');
    await rotate.fill('90');
    await crop.getByRole('button', { name: 'Use Photo' }).click();
    await expect(crop).toBeHidden();
    const size = await dialog
      .locator('img[src^="blob:"]')
      .evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
    expect(size).toEqual([400, 400]);
    await submit.click();
    await expect(dialog).toBeHidden();
    expect(await page.evaluate(() => sessionStorage.getItem('sent'))).toBe('avatar.png image/png');
    // Closing the dialog releases the chosen picture.
    await expect(page.locator('html')).toHaveAttribute('data-revoked', new RegExp(whole!));
    const avatar = header.locator('img').last();
    await expect(avatar).toHaveAttribute('src', /\/media\/.+\/320\.webp$/);
    await expect
      .poll(() => avatar.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(100);
  });

  test(`a cover is cropped and saved beside the other fields, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const mara = newName('mara');
    const page = await newMember(browser, mara, { viewport });
    await call(page, users.updateUser, { body: { bio: 'Keeps bees.' } });
    const { header, dialog, submit } = await openEditProfile(page, mara);

    await test.step('a file that is no picture is refused', async () => {
      await dialog.getByLabel('Cover Image').setInputFiles({
        name: 'notes.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('hello'),
      });
      await expect(dialog.getByRole('alert')).toContainText('notes.txt can’t be used.');
      await dialog.getByLabel('Cover Image').setInputFiles({
        name: 'broken.png',
        mimeType: 'image/png',
        buffer: Buffer.from('no picture at all'),
      });
      await expect(dialog.getByRole('alert')).toContainText('broken.png can’t be read.');
    });

    await test.step('a picture is cropped and saved', async () => {
      await dialog.getByLabel('Cover Image').setInputFiles(await drawPicture(page, 'sea.png'));
      const crop = page.getByRole('dialog', { name: 'Crop your cover' });
      await crop.getByRole('button', { name: 'Use Photo' }).click();
      await expect(crop).toBeHidden();
      await dialog.getByLabel('Full Name').fill('Mara the Beekeeper');
      await submit.click();
      await expect(dialog).toBeHidden();
      await expect(header).toContainText('Mara the Beekeeper');
      await expect(header.locator('img').first()).toHaveAttribute('src', /1280\.webp$/);
      await page.reload();
      await expect(header).toContainText('Mara the Beekeeper');
      await expect(header).toContainText('Keeps bees.');
    });
  });
}

test('a picture that buttons moved is saved as it was shown', async ({ browser }) => {
  const mara = newName('mara');
  const page = await newMember(browser, mara, desktop);
  const { header, dialog, submit } = await openEditProfile(page, mara);
  const flag = { width: 800, height: 500, color: '#f00', right: '#00f' };
  await dialog
    .getByLabel('Profile Picture')
    .setInputFiles(await drawPicture(page, 'flag.png', flag));
  const crop = page.getByRole('dialog', { name: 'Crop your picture' });
  const right = crop.getByRole('button', { name: 'Move the picture right' });
  await expect(right).toHaveAttribute('aria-disabled', 'false');
  await right.focus();
  for (let press = 0; press < 12; press += 1) await page.keyboard.press('Enter');
  await expect(right).toHaveAttribute('aria-disabled', 'true');
  await crop.getByRole('button', { name: 'Use Photo' }).click();
  await expect(crop).toBeHidden();
  await submit.click();
  await expect(dialog).toBeHidden();
  const avatar = header.locator('img').last();
  await expect(avatar).toHaveAttribute('src', /\/media\/.+\/320\.webp$/);
  // The left 500 px of 800 are saved, so the colour changes at four fifths. In the middle part it would change at the half.
  expect(await colorAt(avatar, 0.65)).toBe('red');
  expect(await colorAt(avatar, 0.95)).toBe('blue');
});

/** The stronger colour near the upper edge of a picture from the server, at this share of its width. */
async function colorAt(picture: Locator, share: number): Promise<'red' | 'blue'> {
  return picture.evaluate(async ({ src }: HTMLImageElement, share) => {
    const bitmap = await createImageBitmap(await (await fetch(src)).blob());
    const { width, height } = bitmap;
    const context = new OffscreenCanvas(width, height).getContext('2d')!;
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(width * share, height * 0.1, 1, 1);
    return data[0]! > data[2]! ? 'red' : 'blue';
  }, share);
}

test('on phones Back closes one dialog at a time and keeps the input', async ({ browser }) => {
  const mara = newName('mara');
  const page = await newMember(browser, mara, { viewport: phone.viewport });
  const { header, dialog } = await openEditProfile(page, mara);
  await dialog.getByLabel('Bio').fill('Half a thought');
  await dialog.getByLabel('Profile Picture').setInputFiles(await drawPicture(page, 'me.png'));
  const crop = page.getByRole('dialog', { name: 'Crop your picture' });
  await expect(crop).toBeVisible();
  await page.goBack();
  await expect(crop).toBeHidden();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`/home/profile/${mara}$`));
  await header.getByRole('button', { name: 'Edit profile' }).click();
  await expect(dialog.getByLabel('Bio')).toHaveValue('Half a thought');
});

test('a link is marked as verified once its page links back', async ({ browser, baseURL }) => {
  const mara = newName('mara');
  const page = await newMember(browser, mara, desktop);
  const site = createServer((request, response) => {
    const mine =
      request.url === '/mine' ? `<a rel="me" href="${baseURL}/home/profile/${mara}">` : '';
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<p>${mine}</p>`);
  });
  await new Promise<void>((resolve) => {
    site.listen(0, resolve);
  });
  const address = `http://localhost:${(site.address() as AddressInfo).port}`;
  const { header, dialog, submit } = await openEditProfile(page, mara);
  await dialog.getByLabel('Links').fill(`${address}/mine\n${address}/other`);
  await submit.click();
  await expect(dialog).toBeHidden();
  const links = header.getByRole('list', { name: `Links of @${mara}` }).getByRole('listitem');
  await expect(links).toHaveCount(2);
  const mark = page.getByRole('img', { name: 'Verified: this page links back to the profile.' });
  await expect(async () => {
    await page.reload();
    await expect(links).toHaveCount(2);
    await expect(links.filter({ hasText: '/mine' }).and(links.filter({ has: mark }))).toHaveCount(
      1,
    );
  }).toPass();
  await expect(mark).toHaveCount(1);
  site.close();
});
