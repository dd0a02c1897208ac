import { expect } from '@playwright/test';
import * as moderation from '@roost/contract/moderation';
import { checkAccessibility } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { desktop, phone } from '../support/devices.ts';
import { variants } from '../support/matrix.ts';
import { card, connect, newApiMember, newMember, newName, writePost } from '../support/members.ts';
import { decide, newModerator, report } from '../support/staff.ts';
import { test } from '../support/test.ts';

for (const device of variants(desktop, phone))
  test(`an author sees a decision, appeals, and gets the post back, ${device.viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const name = newName('author');
    const page = await newMember(browser, name, device);
    const text = `A quote of ${name}`;
    const postId = await writePost(page, text);
    const reporter = await newApiMember(browser, newName('reporter'));
    await report(reporter, { type: 'post', _id: postId });
    const [moderator, other] = [await newModerator(browser), await newModerator(browser)];
    const main = page.getByRole('main');

    await test.step('a notice says what was decided and why, without a reload', async () => {
      await connect(page, async () => page.goto('/home/noti'));
      await expect(main.getByText('No notifications')).toBeVisible();
      await decide(moderator, postId, { action: 'hide', message: 'Please stay friendly.' });
      const row = main.getByRole('listitem').filter({ hasText: 'hid something that you wrote' });
      await expect(row).toContainText('Reason: Harassment or bullying.');
      await expect(row).toContainText('Please stay friendly.');
      await expect(row.getByRole('button', { name: 'Appeal' })).toBeVisible();
      await checkAccessibility(page, 'notice of a decision');
    });

    await test.step('the hidden post has a label that leads to the decision', async () => {
      await page.goto(`/home/profile/${name}`);
      const label = card(page, text).getByRole('link', {
        name: 'The moderators hid this. Only you see it.',
      });
      await checkAccessibility(page, 'hidden post');
      await label.click();
      await expect(page).toHaveURL(/\/home\/reports\?tab=decisions$/);
    });

    await test.step('the author appeals', async () => {
      await main.getByRole('button', { name: 'Appeal' }).click();
      const dialog = page.getByRole('dialog', { name: 'Appeal against the decision' });
      await dialog.getByRole('textbox').fill('I quoted somebody else.');
      await checkAccessibility(page, 'appeal');
      await dialog.getByRole('button', { name: 'Send appeal' }).click();
      await expect(dialog.getByText(/^Your appeal is sent\./)).toBeVisible();
      await dialog.getByRole('button', { name: 'Close' }).last().click();
      await expect(main.getByRole('button', { name: 'Appeal' })).toBeHidden();
    });

    await test.step('another moderator takes the decision back, and the author sees it', async () => {
      const { data } = await call(other, moderation.listAppeals, { query: { limit: 50 } });
      const appeal = data.appeals.find(({ author }) => author?.username === name);
      await call(other, moderation.decideAppeal, {
        params: { appealId: appeal!._id },
        body: { uphold: false },
      });
      await page.reload();
      await expect(main.getByText('The moderators took back a decision about you.')).toBeVisible();
      await checkAccessibility(page, 'decisions');
      await page.goto(`/home/post/${postId}`);
      await expect(main.getByText(text)).toBeVisible();
      await expect(main.getByText('The moderators hid this. Only you see it.')).toBeHidden();
    });
  });
