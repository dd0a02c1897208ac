import { expect } from '@playwright/test';
import * as users from '@roost/contract/users';
import {
  connect,
  newName,
  register,
  signIn,
  newMember,
  newApiMember,
  leaveWelcome,
} from '../support/members.ts';
import { profileHeader } from '../support/people-screens.ts';
import { test } from '../support/test.ts';
import { desktop, phone } from '../support/devices.ts';
import { variants } from '../support/matrix.ts';
import { follow } from '../support/api.ts';
import { urlOf } from '../support/endpoint-urls.ts';

const sizes = variants(phone.viewport, desktop.viewport);

test('the own profile is complete after the first login', async ({ page }) => {
  const mara = newName('mara');
  await register(page, mara);
  await signIn(page, mara);
  await leaveWelcome(page);
  await page.getByRole('link', { name: 'Profile', exact: true }).first().click();
  const header = profileHeader(page, mara);
  await expect(header).toContainText(`${mara} of Roost`);
  await expect(header).toContainText('No bio available.');
  await expect(header).toContainText(
    `Joined ${new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric' }).format(new Date())}`,
  );
  await expect(header.getByRole('link', { name: '0 Following' })).toBeVisible();
  await expect(header.getByRole('link', { name: '0 Followers' })).toBeVisible();
  await expect(header.getByRole('combobox', { name: 'Who can message me?' })).toHaveValue(
    'everyone',
  );
  await expect(page.getByText('0 posts')).toBeVisible();
});

for (const viewport of sizes) {
  test(`Follow changes to Following, and to Unfollow on hover, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const [mara, theo] = [newName('mara'), newName('theo')];
    const page = await newMember(browser, mara, { viewport });
    await newApiMember(browser, theo);
    await page.goto(`/home/profile/${theo}`);
    const header = profileHeader(page, theo);
    await header.getByRole('button', { name: `Follow @${theo}`, exact: true }).click();
    const button = header.getByRole('button', { name: `@${theo}` });
    await expect(button).toContainText('Following');
    await expect(header.getByRole('link', { name: '1 Follower' })).toBeVisible();
    await page.mouse.move(1, 1);
    await button.hover();
    await expect(button.getByText('Unfollow')).toBeVisible();
    await button.click();
    await expect(
      header.getByRole('button', { name: `Follow @${theo}`, exact: true }),
    ).toBeVisible();
    await expect(header.getByRole('link', { name: '0 Followers' })).toBeVisible();
  });

  test(`follower lists show no button on the member’s own row, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const [mara, theo] = [newName('mara'), newName('theo')];
    const page = await newMember(browser, mara, { viewport });
    const other = await newApiMember(browser, theo);
    await follow(page, theo);
    await follow(other, mara);
    await page.goto(`/home/profile/${theo}`);
    const header = profileHeader(page, theo);
    await header.getByRole('link', { name: '1 Follower' }).click();
    await expect(page).toHaveURL(new RegExp(`/home/profile/${theo}/followers$`));
    await expect(page).toHaveTitle(new RegExp(`Followers - @${theo}`));
    const list = page.getByRole('list', { name: 'Followers' });
    const row = list.getByRole('listitem').filter({ hasText: `@${mara}` });
    await expect(row).toBeVisible();
    await expect(row.getByRole('button')).toHaveCount(0);
    await page.getByRole('tab', { name: 'Following' }).click();
    await expect(page).toHaveURL(new RegExp(`/home/profile/${theo}/following$`));
    await page.getByRole('list', { name: 'Following' }).getByRole('link', { name: mara }).click();
    await expect(page).toHaveURL(new RegExp(`/home/profile/${mara}$`));
    await page.goBack();
    await expect(page.getByRole('list', { name: 'Following' })).toBeVisible();
    await page.goBack();
    await expect(header).toBeVisible();
  });

  test(`the message preference saves and confirms for three seconds, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const mara = newName('mara');
    const page = await newMember(browser, mara, { viewport });
    await page.goto(`/home/profile/${mara}`);
    const header = profileHeader(page, mara);
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
  await expect(profileHeader(page, mara)).toBeVisible();
});
