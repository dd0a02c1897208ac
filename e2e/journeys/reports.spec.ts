import { expect } from '@playwright/test';
import * as moderation from '@roost/contract/moderation';
import { checkAccessibility } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { desktop, phone } from '../support/devices.ts';
import { variants } from '../support/matrix.ts';
import { card, connect, newApiMember, newMember, newName, writePost } from '../support/members.ts';
import { newChatMember, openBoth, sendTextsByApi } from '../support/open-chat.ts';
import { caseOf, decide, newModerator } from '../support/staff.ts';
import { test } from '../support/test.ts';

const THANKS = 'Thank you. The moderators look at your report.';

for (const device of variants(desktop, phone))
  test(`a post is reported in three presses, with a block, ${device.viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const author = newName('rude');
    const owner = await newApiMember(browser, author);
    const text = `A rude word of ${author}`;
    const postId = await writePost(owner, text);
    const page = await newMember(browser, newName('reader'), device);
    const dialog = page.getByRole('dialog', { name: 'Report post' });
    const post = card(page, text);

    await test.step('the dialog opens from the menu, and closes without a report', async () => {
      await connect(page, async () => page.goto(`/home/profile/${author}`));
      await post.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Report post' }).click();
      await expect(dialog.getByRole('button', { name: 'Spam or advertising' })).toBeVisible();
      await checkAccessibility(page, 'report dialog');
      await dialog.getByRole('button', { name: 'Add details first' }).click();
      await dialog.getByLabel('Comment (optional)').fill('Every day');
      await checkAccessibility(page, 'report dialog with details');
      await dialog.getByRole('button', { name: 'Back' }).click();
      await expect(dialog.getByRole('button', { name: 'Change the details' })).toBeFocused();
      await checkAccessibility(page, 'report dialog after Back');
      await page.keyboard.press('Escape');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
      await expect(dialog).toBeHidden();
      await expect(post.getByRole('button', { name: 'More' })).toBeFocused();
    });

    await test.step('three presses send the report, and then the author is blocked', async () => {
      await post.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Report post' }).click();
      await dialog.getByRole('button', { name: 'Harassment or bullying' }).click();
      await expect(dialog.getByText(THANKS)).toBeVisible();
      await checkAccessibility(page, 'sent report');
      await dialog.getByRole('button', { name: `Block @${author}` }).click();
      await expect(post).toBeHidden();
      await expect(dialog.getByText(`You blocked @${author}.`)).toBeVisible();
    });

    await test.step('the report waits, until the moderators have acted', async () => {
      await dialog.getByRole('link', { name: 'Your reports' }).click();
      await expect(page).toHaveURL(/\/home\/reports$/);
      const row = page.getByRole('main').getByRole('listitem');
      await expect(row).toContainText(`A post of ${author} of Roost`);
      await expect(row).toContainText('Waits for the moderators');
      await checkAccessibility(page, 'own reports');
      const moderator = await newModerator(browser);
      await decide(moderator, postId, { action: 'remove' });
      await page.reload();
      await expect(row).toContainText('The moderators acted');
      await expect(row.getByRole('link', { name: 'Show the post' })).toBeHidden();
      await page.goto(`/home/post/${postId}`);
      await expect(page.getByText('Post missing or deleted, please go back .')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Go home' })).toBeVisible();
      await page.goBack();
      await page.getByRole('tab', { name: 'Decisions about you' }).click();
      await expect(page.getByText('There are no decisions about you.')).toBeVisible();
      await checkAccessibility(page, 'no decisions');
    });
  });

test('a message is reported with a comment, and a profile from its menu', async ({ browser }) => {
  const ann = await newChatMember(browser);
  const ben = await newChatMember(browser);
  await sendTextsByApi(ben.page, ann.name, ['Buy my birds']);
  const [chat] = await openBoth(ann, ben);
  const moderator = await newModerator(browser);
  const { page } = ann;

  await test.step('the message', async () => {
    await chat.choose('Buy my birds', 'Report message');
    const dialog = page.getByRole('dialog', { name: 'Report message' });
    await dialog.getByRole('button', { name: 'Add details first' }).click();
    await dialog.getByRole('radio', { name: 'Spam or advertising' }).check();
    await dialog.getByLabel('Comment (optional)').fill('The third time');
    await dialog.getByRole('checkbox', { name: `Also mute @${ben.name}` }).check();
    await dialog.getByRole('button', { name: 'Send report' }).click();
    await expect(dialog.getByText(THANKS)).toBeVisible();
    await dialog.getByRole('button', { name: 'Done' }).click();
  });

  await test.step('the profile', async () => {
    await page.goto(`/home/profile/${ben.name}`);
    await page.getByRole('main').getByRole('button', { name: 'More' }).first().click();
    await page.getByRole('menuitem', { name: `Report @${ben.name}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Report profile' });
    await dialog.getByRole('button', { name: 'Something else' }).click();
    await expect(dialog.getByText(THANKS)).toBeVisible();
  });

  await test.step('the moderators have both, with the comment', async () => {
    const { data } = await call(page, moderation.listOwnReports, {});
    expect(data.reports.map(({ subject }) => subject.type)).toEqual(['user', 'message']);
    const params = { caseId: await caseOf(moderator, data.reports[1]!.subject._id) };
    const shown = await call(moderator, moderation.showCase, { params });
    expect(shown.data.reports.map(({ reason, comment }) => [reason, comment])).toEqual([
      ['spam', 'The third time'],
    ]);
  });
});
