import { expect } from '@playwright/test';
import * as users from '@roost/contract/users';
import { checkAccessibility } from '../support/accessibility.ts';
import { call, follow } from '../support/api.ts';
import { desktop, phone } from '../support/devices.ts';
import { variants } from '../support/matrix.ts';
import { newApiMember, newMember, newName } from '../support/members.ts';
import { profileHeader } from '../support/people-screens.ts';
import { positionAtRest } from '../support/scrolling.ts';
import { test } from '../support/test.ts';

for (const { viewport } of variants(phone, desktop)) {
  test(`a profile names people between, and its bio has links, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const [owner, reader] = [newName('owner'), newName('reader')];
    const by = await newApiMember(browser, owner);
    const bio = `Sings with @${reader} about #birds, see https://example.org/songs`;
    await call(by, users.updateUser, { body: { bio } });
    const page = await newMember(browser, reader, { viewport });
    await page.goto(`/home/profile/${owner}`);
    const header = profileHeader(page, owner);
    await expect(header.getByRole('link', { name: '#birds' })).toBeVisible();
    await expect(header.getByText('Followed by')).toHaveCount(0);
    const names: string[] = [];
    for (let n = 0; n < 4; n += 1) {
      const name = newName(`friend${n}`);
      const friend = await newApiMember(browser, name);
      await follow(friend, owner);
      await follow(page, name);
      names.unshift(name);
    }
    await page.reload();
    await expect(header).toContainText(
      `Followed by ${names[0]} of Roost, ${names[1]} of Roost and 2 others you follow`,
    );
    await expect(header.getByRole('link', { name: 'example.org/songs' })).toHaveAttribute(
      'href',
      'https://example.org/songs',
    );
    await header.getByRole('link', { name: `${names[0]} of Roost` }).click();
    await expect(page).toHaveURL(`/home/profile/${names[0]}`);
    await page.goBack();
    await header.getByRole('link', { name: `@${reader}` }).click();
    await expect(page).toHaveURL(`/home/profile/${reader}`);
  });

  test(`a follow moves nothing on the profile, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const owner = newName('owner');
    await newApiMember(browser, owner);
    const page = await newMember(browser, newName('reader'), { viewport });
    await page.goto(`/home/profile/${owner}`);
    const header = profileHeader(page, owner);
    const name = header.getByRole('heading');
    const { y: before } = await positionAtRest(name);
    const button = header.getByRole('button', { name: new RegExp(`@${owner}$`) });
    const { width } = await positionAtRest(button);
    await button.click();
    await expect(button).toContainText('Following');
    await expect(header.getByRole('link', { name: '1 Follower' })).toBeVisible();
    expect((await positionAtRest(name)).y).toBe(before);
    expect((await positionAtRest(button)).width).toBe(width);
  });

  test(`a profile can be shared as a link, a code and a picture, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const owner = newName('owner');
    await newApiMember(browser, owner);
    const page = await newMember(browser, newName('reader'), {
      viewport,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.goto(`/home/profile/${owner}`);
    await page.getByRole('button', { name: 'Share profile' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share profile' });
    await expect(
      dialog.getByRole('img', { name: `QR code of the profile of @${owner}` }),
    ).toBeVisible();
    await checkAccessibility(page, 'Share profile');
    await dialog.getByRole('button', { name: 'Copy link' }).click();
    await expect(dialog.getByText('Link copied.')).toBeVisible();
    expect(await page.evaluate(async () => navigator.clipboard.readText())).toBe(
      new URL(`/home/profile/${owner}`, page.url()).href,
    );
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Save as picture' }).click();
    expect((await download).suggestedFilename()).toBe(`${owner}.png`);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Share profile' })).toBeFocused();
  });
}
