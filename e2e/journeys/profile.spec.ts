// Long because it holds every story of the profile page.
import { expect, type Page } from '@playwright/test';
import * as relations from '@roost/contract/relations';
import * as users from '@roost/contract/users';
import { drawPicture } from '../support/files.ts';
import {
  connect,
  card,
  newName,
  register,
  signIn,
  writePost,
  newMember,
} from '../support/members.ts';
import { test } from '../support/test.ts';
import { desktop, phone } from '../support/devices.ts';
import { variants } from '../support/matrix.ts';
import { follow } from '../support/api.ts';
import { urlOf } from '../support/endpoint-urls.ts';

const sizes = variants(phone.viewport, desktop.viewport);

const about = (page: Page, username: string) =>
  page.getByRole('region', { name: `About @${username}` });

/** Records the files of each form, because the browser does not report upload bodies. */
function recordFormFiles(): void {
  // oxlint-disable-next-line typescript/unbound-method -- called with its own `this` below
  const { append } = FormData.prototype;
  FormData.prototype.append = function (this: FormData, name: string, value: string | Blob) {
    if (value instanceof File) sessionStorage.setItem('sent', `${value.name} ${value.type}`);
    Reflect.apply(append, this, [name, value]);
  };
}

test('the own profile is complete after the first login', async ({ page }) => {
  const mara = newName('mara');
  await register(page, mara);
  await signIn(page, mara);
  await page.waitForURL('**/home');
  await page.getByRole('link', { name: 'Profile', exact: true }).first().click();
  const header = about(page, mara);
  await expect(header).toContainText(`${mara} of Roost`);
  await expect(header).toContainText('No bio available.');
  await expect(header).toContainText(
    `Joined ${new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric' }).format(new Date())}`,
  );
  await expect(header.getByRole('button', { name: '0 Following' })).toBeVisible();
  await expect(header.getByRole('button', { name: '0 Followers' })).toBeVisible();
  await expect(header.getByRole('combobox', { name: 'Who can message me?' })).toHaveValue(
    'everyone',
  );
  await expect(page.getByText('0 posts')).toBeVisible();
});

for (const viewport of sizes) {
  test(`a member follows, unfollows and blocks another, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const [mara, theo] = [newName('mara'), newName('theo')];
    const page = await newMember(browser, mara, { viewport });
    const other = await newMember(browser, theo);
    await writePost(other, 'Theo was here');
    await follow(other, mara);
    await page.goto(`/home/profile/${theo}`);
    const header = about(page, theo);

    await test.step('Follow changes to Following, and to Unfollow on hover', async () => {
      await header.getByRole('button', { name: `Follow @${theo}`, exact: true }).click();
      const button = header.getByRole('button', { name: `@${theo}` });
      await expect(button).toContainText('Following');
      await expect(header.getByRole('button', { name: '1 Follower' })).toBeVisible();
      await page.mouse.move(1, 1);
      await button.hover();
      await expect(button.getByText('Unfollow')).toBeVisible();
      await button.click();
      await expect(
        header.getByRole('button', { name: `Follow @${theo}`, exact: true }),
      ).toBeVisible();
      await expect(header.getByRole('button', { name: '0 Followers' })).toBeVisible();
      await header.getByRole('button', { name: `Follow @${theo}`, exact: true }).click();
    });

    await expect(header.getByRole('button', { name: 'Message' })).toBeVisible();
    await test.step('the profile of another member shows no controls of the owner', async () => {
      await expect(header.getByRole('button', { name: 'Edit profile' })).toHaveCount(0);
      await expect(header.getByRole('combobox')).toHaveCount(0);
    });

    await test.step('follower lists show no button on the member’s own row', async () => {
      await header.getByRole('button', { name: '1 Follower' }).click();
      const dialog = page.getByRole('dialog', { name: 'Followers' });
      const row = dialog.getByRole('listitem').filter({ hasText: `@${mara}` });
      await expect(row).toBeVisible();
      await expect(row.getByRole('button')).toHaveCount(0);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await header.getByRole('button', { name: '1 Following' }).click();
      await page
        .getByRole('dialog', { name: 'Following' })
        .getByRole('link', { name: mara })
        .click();
      await expect(page).toHaveURL(new RegExp(`/home/profile/${mara}$`));
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.goBack();
      await expect(header).toBeVisible();
    });

    await test.step('a block asks for confirmation and hides everything at once', async () => {
      await header.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: `Block @${theo}` }).click();
      const dialog = page.getByRole('alertdialog');
      await expect(dialog).toContainText(`Are you sure you want to block @${theo}?`);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(card(page, 'Theo was here')).toBeVisible();
      await header.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: `Block @${theo}` }).click();
      await dialog.getByRole('button', { name: 'Block', exact: true }).click();
      await expect(
        page.getByText('You have blocked this user, or they have blocked you.'),
      ).toBeVisible();
      await expect(page.getByText('No content available.')).toBeVisible();
      await expect(card(page, 'Theo was here')).toHaveCount(0);
      await expect(header.getByRole('button', { name: 'Follow' })).toHaveCount(0);
    });

    await test.step('the blocked member sees the same, without Unblock', async () => {
      await other.goto(`/home/profile/${mara}`);
      await expect(
        other.getByText('You have blocked this user, or they have blocked you.'),
      ).toBeVisible();
      await expect(other.getByText('No content available.')).toBeVisible();
      await expect(other.getByRole('button', { name: 'Unblock' })).toHaveCount(0);
    });

    await test.step('the blocked list removes a block after a confirmation', async () => {
      await page.goto(`/home/profile/${mara}`);
      await page.getByRole('link', { name: 'Blocked List' }).click();
      await expect(page).toHaveURL(/\/home\/blocked-users$/);
      const row = page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ hasText: `@${theo}` });
      await row.getByRole('button', { name: 'Unblock' }).click();
      const dialog = page.getByRole('alertdialog');
      await expect(dialog).toContainText(`Are you sure you want to unblock @${theo}?`);
      await dialog.getByRole('button', { name: 'Unblock', exact: true }).click();
      await expect(row).toHaveCount(0);
      await expect(page.getByText('You haven’t blocked anyone.')).toBeVisible();
      await page.reload();
      await expect(page.getByText('You haven’t blocked anyone.')).toBeVisible();
      // The removed block does not restore the follows.
      await page.goto(`/home/profile/${theo}`);
      await expect(
        header.getByRole('button', { name: `Follow @${theo}`, exact: true }),
      ).toBeVisible();
      await expect(header.getByRole('button', { name: '0 Following' })).toBeVisible();
    });
  });

  test(`a member edits the own profile, ${viewport.width} wide @matrix`, async ({ browser }) => {
    const mara = newName('mara');
    const page = await newMember(browser, mara, { viewport });
    await page.addInitScript(recordFormFiles);
    await page.goto(`/home/profile/${mara}`);
    const header = about(page, mara);
    const dialog = page.getByRole('dialog', { name: 'Edit profile' });
    const submit = dialog.getByRole('button', { name: 'Update Profile' });

    await test.step('an unchanged form shows a message', async () => {
      await header.getByRole('button', { name: 'Edit profile' }).click();
      await submit.click();
      await expect(dialog.getByText('Please provide at least one field to update.')).toBeVisible();
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

    await test.step('a picture is cropped to 400 × 400 and shows at once', async () => {
      await header.getByRole('button', { name: 'Edit profile' }).click();
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
      expect(await page.evaluate(() => sessionStorage.getItem('sent'))).toBe(
        'avatar.png image/png',
      );
      // Closing the dialog releases the chosen picture.
      await expect(page.locator('html')).toHaveAttribute('data-revoked', new RegExp(whole!));
      const avatar = header.locator('img').last();
      await expect(avatar).toHaveAttribute('src', /\/media\/.+\/320\.webp$/);
      await expect
        .poll(() => avatar.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(100);
    });

    await test.step('a cover is cropped, and other files are refused', async () => {
      await header.getByRole('button', { name: 'Edit profile' }).click();
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

    if (viewport.width < 768) {
      await test.step('Back closes one dialog at a time and keeps the input', async () => {
        await header.getByRole('button', { name: 'Edit profile' }).click();
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
    }
  });

  test(`the message preference saves and confirms for three seconds, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const mara = newName('mara');
    const page = await newMember(browser, mara, { viewport });
    await page.goto(`/home/profile/${mara}`);
    const header = about(page, mara);
    const select = header.getByRole('combobox', { name: 'Who can message me?' });
    await select.selectOption('mutualFollowers');
    const words = header.getByText('Message preference updated successfully!');
    await expect(words).toBeVisible();
    await expect(words).toBeHidden();
    await page.route(urlOf(users.setMessagePreference), (route) => route.abort(), { times: 1 });
    await select.selectOption('no one');
    await expect(header.getByText('Failed to update preference.')).toBeVisible();
    await expect(select).toHaveValue('mutualFollowers');
    await page.reload();
    await expect(select).toHaveValue('mutualFollowers');
  });
}

test('a profile that cannot load shows an error and can be retried', async ({ browser }) => {
  const mara = newName('mara');
  const page = await newMember(browser, mara);
  // Every request fails until the route is removed, because the page may retry by itself.
  await page.route(urlOf(users.getUser), (route) => route.abort());
  await connect(page, async () => page.goto(`/home/profile/${mara}`));
  await expect(page.getByText('Failed to load profile.')).toBeVisible();
  await page.unroute(urlOf(users.getUser));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(about(page, mara)).toBeVisible();
});

test('a blocked list that cannot load shows an error and can be retried', async ({ browser }) => {
  const page = await newMember(browser, newName('mara'));
  await page.route(urlOf(relations.listBlockedUsers), (route) => route.abort());
  await connect(page, async () => page.goto('/home/blocked-users'));
  await expect(page.getByText('Error loading blocked users')).toBeVisible();
  await page.unroute(urlOf(relations.listBlockedUsers));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('You haven’t blocked anyone.')).toBeVisible();
});
