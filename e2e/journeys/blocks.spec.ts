import { expect } from '@playwright/test';
import * as relations from '@roost/contract/relations';
import { card, connect, newApiMember, newMember, newName, writePost } from '../support/members.ts';
import { profileHeader } from '../support/people-screens.ts';
import { test } from '../support/test.ts';
import { desktop, phone } from '../support/devices.ts';
import { variants } from '../support/matrix.ts';
import { follow, toggleBlock } from '../support/api.ts';
import { urlOf } from '../support/endpoint-urls.ts';

const sizes = variants(phone.viewport, desktop.viewport);

for (const viewport of sizes) {
  test(`a block asks for confirmation and hides everything at once, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const [mara, theo] = [newName('mara'), newName('theo')];
    const page = await newMember(browser, mara, { viewport });
    const other = await newApiMember(browser, theo);
    await writePost(other, 'Theo was here');
    await follow(page, theo);
    await page.goto(`/home/profile/${theo}`);
    const header = profileHeader(page, theo);
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

  test(`the blocked member sees no content and no Unblock, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const [mara, theo] = [newName('mara'), newName('theo')];
    const blocker = await newApiMember(browser, mara);
    const page = await newMember(browser, theo, { viewport });
    await toggleBlock(blocker, theo);
    await page.goto(`/home/profile/${mara}`);
    await expect(
      page.getByText('You have blocked this user, or they have blocked you.'),
    ).toBeVisible();
    await expect(page.getByText('No content available.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Unblock' })).toHaveCount(0);
  });

  test(`the blocked list removes a block after a confirmation, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const [mara, theo] = [newName('mara'), newName('theo')];
    const page = await newMember(browser, mara, { viewport });
    const other = await newApiMember(browser, theo);
    await follow(page, theo);
    await follow(other, mara);
    await toggleBlock(page, theo);
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
    const header = profileHeader(page, theo);
    // The removed block does not restore the follows.
    await page.goto(`/home/profile/${theo}`);
    await expect(
      header.getByRole('button', { name: `Follow @${theo}`, exact: true }),
    ).toBeVisible();
    await expect(header.getByRole('link', { name: '0 Following' })).toBeVisible();
  });
}

test('a blocked list that cannot load shows an error and can be retried', async ({ browser }) => {
  const page = await newMember(browser, newName('mara'));
  await page.route(urlOf(relations.listBlockedUsers), (route) => route.abort());
  await connect(page, async () => page.goto('/home/blocked-users'));
  await expect(page.getByText('Error loading blocked users')).toBeVisible();
  await page.unroute(urlOf(relations.listBlockedUsers));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('You haven’t blocked anyone.')).toBeVisible();
});
