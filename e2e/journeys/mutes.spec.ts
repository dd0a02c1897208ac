import { expect } from '@playwright/test';
import * as relations from '@roost/contract/relations';
import { checkAccessibility } from '../support/accessibility.ts';
import { call, follow } from '../support/api.ts';
import { desktop, phone } from '../support/devices.ts';
import { variants } from '../support/matrix.ts';
import {
  card,
  newApiMember,
  newMember,
  newName,
  newWord,
  writeComment,
  writePost,
} from '../support/members.ts';
import { test } from '../support/test.ts';

for (const device of variants(desktop, phone))
  test(`a muted person leaves the feed and returns, ${device.viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const page = await newMember(browser, newName('calm'), device);
    const loudName = newName('loud');
    const loud = await newApiMember(browser, loudName);
    const text = `Loud words ${newWord()}`;
    await writePost(loud, text);
    await follow(page, loudName);
    await page.goto('/home?tab=following');
    const main = page.getByRole('main');
    const following = main.getByRole('tab', { name: 'Following' });
    await following.click();
    await expect(card(page, text)).toBeVisible();

    await card(page, text).getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: `Mute @${loudName}` }).click();
    const dialog = page.getByRole('dialog', { name: `Mute @${loudName}` });
    await expect(dialog.getByRole('radio', { name: 'Everything' })).toBeChecked();
    await checkAccessibility(page, 'mute');
    await dialog.getByRole('button', { name: 'Mute' }).click();
    await expect(page.getByText(`You muted @${loudName}.`)).toBeVisible();
    await expect(card(page, text)).toBeHidden();

    await page.goto(`/home/profile/${loudName}`);
    await expect(card(page, text)).toBeVisible();
    await expect(main.getByText('Muted until I unmute')).toBeVisible();
    await page.goto('/home/settings/privacy');
    await main.getByRole('link', { name: /^Muted people/ }).click();
    await expect(main.getByText('Muted until I unmute')).toBeVisible();
    await checkAccessibility(page, 'muted people');
    await main.getByRole('button', { name: `Unmute @${loudName}` }).click();
    await expect(main.getByText('You haven’t muted anyone.')).toBeVisible();
    await page.goto('/home');
    await following.click();
    await expect(card(page, text)).toBeVisible();
  });

test('a muted word leaves the feed, and is collapsed in threads @matrix', async ({ browser }) => {
  const page = await newMember(browser, newName('calm'), desktop);
  const otherName = newName('other');
  const other = await newApiMember(browser, otherName);
  const word = newWord();
  await writePost(other, `A ${word} in the feed`);
  const root = await writePost(other, 'A thread without it');
  await writeComment(other, root, `But ${word} in a reply`);
  await follow(page, otherName);
  const main = page.getByRole('main');

  await page.goto('/home/muted-words');
  await main.getByLabel('Word or phrase').fill(word);
  await main.getByRole('button', { name: 'Mute', exact: true }).click();
  await expect(main.getByRole('button', { name: `Unmute “${word}”` })).toBeVisible();
  await expect
    .poll(async () => (await call(page, relations.listMutedWords, {})).data.words.length)
    .toBe(1);
  await checkAccessibility(page, 'muted words');

  await page.goto('/home');
  await main.getByRole('tab', { name: 'Following' }).click();
  await expect(card(page, 'A thread without it')).toBeVisible();
  await expect(card(page, word)).toBeHidden();

  await page.goto(`/home/post/${root}`);
  await expect(main.getByText(`It contains “${word}”, which you mute.`)).toBeVisible();
  await expect(main.getByText(`But ${word} in a reply`)).toBeHidden();
  await checkAccessibility(page, 'collapsed reply');
  await main.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(main.getByText(`But ${word} in a reply`)).toBeVisible();
});
