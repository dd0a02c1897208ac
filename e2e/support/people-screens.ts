import { expect, type Page } from '@playwright/test';
import * as users from '@roost/contract/users';
import { drawPicture } from './files.ts';
import { call, follow } from './api.ts';

type Check = (page: Page, where: string) => Promise<void>;

/** The header of a profile. */
export const profileHeader = (page: Page, username: string) =>
  page.getByRole('region', { name: `About @${username}` });

/** Opens every screen and state about people, and checks each. */
export async function checkPeopleScreens(
  page: Page,
  { name, other }: { name: string; other: string },
  check: Check,
): Promise<void> {
  await checkOwnProfile(page, name, check);
  await checkBlocked(page, { name, other }, check);
  if (await page.getByRole('complementary').isVisible()) await checkSuggestions(page, check);
}

async function checkOwnProfile(page: Page, name: string, check: Check): Promise<void> {
  await page.goto(`/home/profile/${name}`);
  await page.getByRole('combobox', { name: 'Who can message me?' }).selectOption('followers');
  await expect(page.getByText('Message preference updated successfully!')).toBeVisible();
  await check(page, 'own profile');

  await page.getByRole('button', { name: 'Edit profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit profile' });
  await dialog.getByRole('button', { name: 'Update Profile' }).click();
  await expect(dialog.getByText('Please provide at least one field to update.')).toBeVisible();
  await dialog.getByLabel('Bio').fill('Too long. '.repeat(20));
  await dialog.getByRole('button', { name: 'Update Profile' }).click();
  await expect(dialog.getByText('Use at most 160 characters.')).toBeVisible();
  await check(page, 'edit profile');
  await dialog.getByLabel('Profile Picture').setInputFiles(await drawPicture(page, 'me.jpg'));
  await expect(page.getByRole('slider', { name: 'Zoom' })).toBeVisible();
  await check(page, 'crop');
  await page.getByRole('button', { name: 'Use Photo' }).click();
  await expect(page.getByRole('slider', { name: 'Zoom' })).toBeHidden();
  await check(page, 'edit profile with a new picture');
}

async function checkBlocked(
  page: Page,
  { name, other }: { name: string; other: string },
  check: Check,
): Promise<void> {
  await follow(page, other);
  await page.goto(`/home/profile/${name}`);
  await page.getByRole('link', { name: '1 Following' }).click();
  await expect(
    page.getByRole('list', { name: 'Following' }).getByRole('link', { name: other }),
  ).toBeVisible();
  await check(page, 'whom one follows');

  await page.goto(`/home/profile/${other}`);
  await expect(page.getByRole('button', { name: `@${other}` })).toBeVisible();
  await check(page, 'profile of a followed person');
  await page.getByRole('main').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Block' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await check(page, 'asked whether to block');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block', exact: true }).click();
  await expect(page.getByText('No content available.')).toBeVisible();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await check(page, 'profile of a blocked person');
  await page.goto('/home/blocked-users');
  await expect(page.getByRole('list', { name: 'Blocked users' })).toBeVisible();
  await check(page, 'blocked users');
}

async function checkSuggestions(page: Page, check: Check): Promise<void> {
  const { data } = await call(page, users.listSuggested, {});
  // If this test runs alone, there may be nobody to suggest.
  if (data.length === 0) return;
  await page.goto('/home');
  const row = page.getByRole('complementary').getByRole('listitem').first();
  // The list may still move under the pointer.
  await expect(async () => {
    await row.hover();
    await expect(page.getByRole('group', { name: 'About @' })).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await check(page, 'hover card');
}
