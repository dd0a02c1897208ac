import { expect } from '@playwright/test';
import * as users from '@roost/contract/users';
import { checkAccessibility } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { desktop, phone } from '../support/devices.ts';
import { variants } from '../support/matrix.ts';
import { card, connect, newMember, newName, writePost } from '../support/members.ts';
import { rows } from '../support/notifications.ts';
import { profileHeader } from '../support/people-screens.ts';
import { test } from '../support/test.ts';

for (const device of variants(desktop, phone))
  test(`a follow waits for the answer of a person who approves followers, ${device.viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const owner = newName('careful');
    const page = await newMember(browser, owner, device);
    await writePost(page, 'Only for my flock', 'followers');
    const fanName = newName('fan');
    const fan = await newMember(browser, fanName, device);
    const main = page.getByRole('main');
    const follow = profileHeader(fan, owner).getByRole('button', { name: `@${owner}` });

    await test.step('the owner turns approval on', async () => {
      await page.goto('/home/settings/privacy');
      const approve = main.getByRole('switch', { name: 'Approve followers' });
      // Not `check()`: it expects the new state in the same task, and the cache shows it in the next one.
      await approve.click();
      await expect(approve).toBeChecked();
      await expect
        .poll(async () => (await call(page, users.getPrivacy, {})).data.followApproval)
        .toBe(true);
      await expect(main.getByText('Nobody waits')).toBeVisible();
    });

    await test.step('a request can be withdrawn and sent again', async () => {
      await connect(fan, async () => fan.goto(`/home/profile/${owner}`));
      await follow.click();
      await expect(follow).toHaveText(/^Requested/);
      await expect(fan.getByText('Request sent. You follow once they accept.')).toBeVisible();
      await follow.click();
      await expect(follow).toHaveText(/^Follow/);
      await follow.click();
      await expect(follow).toHaveText(/^Requested/);
      await expect(card(fan, 'Only for my flock')).toBeHidden();
    });

    await test.step('the owner declines in the row of the notification', async () => {
      await connect(page, async () => page.goto('/home/noti'));
      await expect(rows(page)).toContainText(`${fanName} of Roost asks to follow you.`);
      await checkAccessibility(page, 'a request among the notifications');
      await rows(page)
        .getByRole('button', { name: `Decline @${fanName}` })
        .click();
      await expect(page.getByText(`You declined the request of @${fanName}.`)).toBeVisible();
      await expect(rows(page)).toHaveCount(0);
      await fan.reload();
      await expect(follow).toHaveText(/^Follow/);
      await follow.click();
      await expect(follow).toHaveText(/^Requested/);
      // The server tells the open page of the new request.
      await expect(rows(page)).toHaveCount(1);
    });

    await test.step('the owner accepts on the page of the requests, and the notification goes', async () => {
      await main.getByRole('link', { name: /^Follow requests/ }).click();
      await expect(main.getByRole('link', { name: fanName })).toBeVisible();
      await checkAccessibility(page, 'follow requests');
      await main.getByRole('button', { name: `Accept @${fanName}` }).click();
      await expect(main.getByText('Nobody waits for your answer.')).toBeVisible();
      await page.goBack();
      await expect(rows(page)).toContainText(`${fanName} of Roost followed you.`);
      await expect(main.getByText('asks to follow you')).toBeHidden();
    });

    await test.step('the follower reads the post at once, until the owner removes them', async () => {
      await expect(follow).toHaveText(/^Following/);
      await expect(
        profileHeader(fan, owner).getByRole('link', { name: '1 Follower' }),
      ).toBeVisible();
      await expect(card(fan, 'Only for my flock')).toBeVisible();
      await page.goto(`/home/profile/${owner}`);
      await page.getByRole('link', { name: '1 Follower' }).click();
      await page.getByRole('button', { name: `Remove @${fanName} as a follower` }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove follower' }).click();
      await expect(page.getByText('No followers yet.')).toBeVisible();
      await fan.reload();
      await expect(follow).toHaveText(/^Follow/);
      await expect(card(fan, 'Only for my flock')).toBeHidden();
    });
  });
