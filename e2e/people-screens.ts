import { expect, type Page } from '@playwright/test';
import { drawPicture } from './files.ts';

type Look = (page: Page, where: string) => Promise<void>;

/** Every screen and state that is about people, each shown and looked at. */
export async function lookAtPeople(
  page: Page,
  { name, other }: { name: string; other: string },
  look: Look,
): Promise<void> {
  await lookAtOwnProfile(page, name, look);
  await lookAtBlocked(page, { name, other }, look);
  if (await page.getByRole('complementary').isVisible()) await lookAtSuggestions(page, look);
}

async function lookAtOwnProfile(page: Page, name: string, look: Look): Promise<void> {
  await page.goto(`/home/profile/${name}`);
  await page.getByRole('combobox', { name: 'Who can message me?' }).selectOption('followers');
  await expect(page.getByText('Message preference updated successfully!')).toBeVisible();
  await look(page, 'own profile');

  await page.getByRole('button', { name: 'Edit profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit profile' });
  await dialog.getByRole('button', { name: 'Update Profile' }).click();
  await expect(dialog.getByText('Please provide at least one field to update.')).toBeVisible();
  await dialog.getByLabel('Bio').fill('Too long. '.repeat(20));
  await dialog.getByRole('button', { name: 'Update Profile' }).click();
  await expect(dialog.getByText('Use at most 160 characters.')).toBeVisible();
  await look(page, 'edit profile');
  await dialog.getByLabel('Profile Picture').setInputFiles(await drawPicture(page, 'me.jpg'));
  await expect(page.getByRole('slider', { name: 'Zoom' })).toBeVisible();
  await look(page, 'crop');
  await page.getByRole('button', { name: 'Use Photo' }).click();
  await expect(page.getByRole('slider', { name: 'Zoom' })).toBeHidden();
  await look(page, 'edit profile with a new picture');
}

async function lookAtBlocked(
  page: Page,
  { name, other }: { name: string; other: string },
  look: Look,
): Promise<void> {
  const profile = await page.request.get(`/api/users/getuser/${other}`);
  const { data } = (await profile.json()) as { data: { user: { _id: string } } };
  await page.request.post(`/api/follow/${data.user._id}`);
  await page.goto(`/home/profile/${name}`);
  await page.getByRole('button', { name: '1 Following' }).click();
  await expect(page.getByRole('dialog').getByRole('link', { name: other })).toBeVisible();
  await look(page, 'whom one follows');

  await page.goto(`/home/profile/${other}`);
  await expect(page.getByRole('button', { name: `@${other}` })).toBeVisible();
  await look(page, 'profile of a followed person');
  await page.getByRole('main').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Block' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await look(page, 'asked whether to block');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block', exact: true }).click();
  await expect(page.getByText('No content available.')).toBeVisible();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await look(page, 'profile of a blocked person');
  await page.goto('/home/blocked-users');
  await expect(page.getByRole('list', { name: 'Blocked users' })).toBeVisible();
  await look(page, 'blocked users');
}

async function lookAtSuggestions(page: Page, look: Look): Promise<void> {
  const answer = await page.request.get('/api/users/suggested');
  const { data } = (await answer.json()) as { data: object[] };
  // Alone in this run there may be nobody to suggest.
  if (data.length === 0) return;
  await page.goto('/home');
  const row = page.getByRole('complementary').getByRole('listitem').first();
  // The list may still move under the pointer.
  await expect(async () => {
    await row.hover();
    await expect(page.getByRole('group', { name: 'About @' })).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await look(page, 'hover card');
}
