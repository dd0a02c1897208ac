import { expect } from '@playwright/test';
import { checkAccessibility } from '../support/accessibility.ts';
import { follow } from '../support/api.ts';
import { desktop, phone } from '../support/devices.ts';
import { variants } from '../support/matrix.ts';
import { card, newApiMember, newMember, newName, newWord, writePost } from '../support/members.ts';
import { test } from '../support/test.ts';

for (const device of variants(desktop, phone))
  test(`a list of people is made, read and deleted, ${device.viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const [name, otherName] = [newName('listed'), newName('later')];
    const text = `For the list ${newWord()}`;
    await writePost(await newApiMember(browser, name), text);
    await newApiMember(browser, otherName);
    const page = await newMember(browser, newName('reader'), device);
    const main = page.getByRole('main');
    const tab = (label: string) => main.getByRole('tab', { name: label, exact: true });

    await page.goto('/home/lists');
    await expect(main.getByText('A list shows the posts of some people together.')).toBeVisible();
    await checkAccessibility(page, 'no lists');
    await main.getByRole('button', { name: 'New list' }).click();
    const dialog = page.getByRole('dialog', { name: 'New list' });
    await dialog.getByLabel('Name').fill('Writers');
    await dialog.getByRole('button', { name: 'Create list' }).click();
    await expect(main.getByRole('heading', { name: 'Writers' })).toBeVisible();
    await expect(main.getByText('Nobody is on this list yet.')).toBeVisible();

    const search = main.getByRole('searchbox', { name: 'Add people' });
    await search.fill(otherName);
    await main.getByRole('button', { name: `Add @${otherName}` }).click();
    await expect(main.getByRole('button', { name: `Remove @${otherName}` })).toBeVisible();
    await checkAccessibility(page, 'the search of a list');
    await search.fill('');
    await main
      .getByRole('list', { name: 'People on this list' })
      .getByRole('button', { name: `Remove @${otherName}` })
      .click();
    await expect(main.getByText('Nobody is on this list yet.')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(main.getByRole('button', { name: `Remove @${otherName}` })).toBeVisible();

    await page.goto(`/home/profile/${name}`);
    await main.getByRole('button', { name: 'More' }).first().click();
    await page.getByRole('menuitem', { name: 'Add to list' }).click();
    const lists = page.getByRole('dialog', { name: `Lists with @${name}` });
    // It shows the answer of the server, so it is not checked at once.
    await lists.getByRole('checkbox', { name: 'Writers' }).click();
    await expect(lists.getByRole('checkbox', { name: 'Writers' })).toBeChecked();
    await checkAccessibility(page, 'add to list');
    await lists.getByRole('button', { name: 'Done' }).click();

    await page.goto('/home');
    await tab('Writers').click();
    const feed = main.getByRole('feed', { name: 'Writers' });
    await expect(feed.getByRole('article')).toHaveCount(1);
    await expect(card(page, text)).toBeVisible();
    await card(page, text).getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Why this post?' }).click();
    const why = page.getByRole('dialog', { name: 'Why this post?' });
    await expect(why).toContainText('Somebody on this list wrote or reposted it.');
    await expect(why.getByRole('button', { name: 'Not this' })).toBeHidden();
    await why.getByRole('button', { name: 'Close' }).last().click();
    await page.reload();
    await expect(tab('Writers')).toHaveAttribute('aria-selected', 'true');
    await expect(card(page, text)).toBeVisible();

    await page.goto('/home/lists');
    await main.getByRole('button', { name: 'Delete Writers' }).click();
    await expect(main.getByRole('link', { name: 'Writers' })).toBeHidden();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(main.getByRole('link', { name: 'Writers' })).toBeVisible();
    await main.getByRole('button', { name: 'Delete Writers' }).click();
    await expect(main.getByRole('link', { name: 'Writers' })).toBeHidden();
    await page.goto('/home');
    await expect(tab('For you')).toHaveAttribute('aria-selected', 'true');
    await expect(tab('Writers')).toBeHidden();
  });

test('a hashtag becomes a tab, and Not this takes a post out of the feed @matrix', async ({
  browser,
}) => {
  const tag = `owls${newWord()}`;
  const text = `Look #${tag}`;
  const writerName = newName('writer');
  const writer = await newApiMember(browser, writerName);
  await writePost(writer, text);
  const page = await newMember(browser, newName('reader'), desktop);
  const main = page.getByRole('main');
  const tab = main.getByRole('tab', { name: `#${tag}` });

  await page.goto(`/home/search?q=%23${tag}`);
  await main.getByRole('button', { name: 'Keep as a feed' }).click();
  await expect(main.getByRole('button', { name: 'Remove from feeds' })).toBeVisible();
  await checkAccessibility(page, 'a kept hashtag');
  await page.goto('/home');
  await tab.click();
  await expect(main.getByRole('feed').getByRole('article')).toHaveCount(1);
  await expect(card(page, text)).toBeVisible();
  await page.goto('/home/lists');
  await main.getByRole('button', { name: `Remove #${tag}` }).click();
  await expect(main.getByText('Open a hashtag or a search to keep it as a feed.')).toBeVisible();

  let other = '';
  // Posts of other journeys can have more likes. A followed author stands above them.
  await follow(page, writerName);
  await expect(async () => {
    other = `Something else ${newWord()}`;
    await writePost(writer, other);
    await page.goto('/home');
    await expect(card(page, other)).toBeVisible({ timeout: 4_000 });
  }).toPass();
  await expect(main.getByRole('tab', { name: 'For you', selected: true })).toBeVisible();
  await expect(tab).toBeHidden();
  await card(page, other).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Why this post?' }).click();
  await checkAccessibility(page, 'why this post');
  await page.getByRole('button', { name: 'Not this' }).click();
  await expect(card(page, other)).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(card(page, other)).toBeVisible();
  await card(page, other).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Not this' }).click();
  await expect(card(page, other)).toBeHidden();
  await expect(page.getByText('You will see less like this.')).toBeVisible();
  await page.reload();
  await expect(main.getByRole('feed').getByRole('article').first()).toBeVisible();
  await expect(card(page, other)).toBeHidden();
});
