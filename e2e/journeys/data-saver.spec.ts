import { expect } from '@playwright/test';
import { connect, newMember, newName } from '../support/members.ts';
import { test } from '../support/test.ts';

test('a browser that saves data loads the code of a page when it opens', async ({ browser }) => {
  const page = await newMember(browser, newName('saver'));
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  const ofSettings = () => loaded.filter((url) => url.includes('/settings-screen'));
  const ofAccount = () => loaded.filter((url) => url.includes('/account-sheet'));
  await connect(page, async () => page.goto('/home'));
  expect([...ofSettings(), ...ofAccount()]).toEqual([]);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  expect(ofSettings()).toHaveLength(1);
});
