import { expect, type Page } from '@playwright/test';
import type { Post } from '@roost/contract/posts';
import { checkAccessibility } from '../support/accessibility.ts';
import { follow } from '../support/api.ts';
import { desktop, phone } from '../support/devices.ts';
import { variants } from '../support/matrix.ts';
import { card, newApiMember, newMember, newName, writePost } from '../support/members.ts';
import { test } from '../support/test.ts';

/** The server of the journeys counts nobody as new. This page hears that the authors are, until the returned call. */
async function countAuthorsAsNew(page: Page): Promise<() => Promise<void>> {
  const path = '**/api/posts/user/**';
  await page.route(path, async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as { data: { posts: Post[] } };
    for (const { ownerid } of json.data.posts) Object.assign(ownerid, { linksDisabled: true });
    await route.fulfill({ response, json });
  });
  return async () => page.unroute(path);
}

for (const device of variants(desktop, phone))
  test(`the links of a new account open after somebody follows it, ${device.viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const name = newName('newcomer');
    const author = await newApiMember(browser, name);
    await writePost(author, 'Look at https://example.org/offer');
    const stranger = await newMember(browser, newName('stranger'), device);
    const post = card(stranger, 'example.org/offer');
    const link = post.getByRole('link', { name: 'example.org/offer' });

    const endNewness = await countAuthorsAsNew(stranger);
    await test.step('a stranger sees the address as text', async () => {
      await stranger.goto(`/home/profile/${name}`);
      await expect(post.getByText('Links of new accounts open once somebody')).toBeAttached();
      await expect(link).toHaveCount(0);
      await checkAccessibility(stranger, 'plain links');
    });

    await test.step('after the first follow it is a link for everybody', async () => {
      await follow(await newApiMember(browser, newName('fan')), name);
      await endNewness();
      await stranger.reload();
      await expect(link).toHaveAttribute('href', 'https://example.org/offer');
      await expect(post.getByText('Links of new accounts')).toHaveCount(0);
      await checkAccessibility(stranger, 'links after a follow');
    });
  });
