import { expect, type Page } from '@playwright/test';
import * as auth from '@roost/contract/auth';
import {
  card,
  newName,
  newWord,
  PASSWORD,
  signIn,
  newMember,
  registerByApi,
  writePost,
} from '../support/members.ts';
import { test } from '../support/test.ts';
import { checkAccessibility } from '../support/accessibility.ts';
import { desktop, phone } from '../support/devices.ts';
import { variants } from '../support/matrix.ts';
import { call } from '../support/api.ts';
import { expectActive, searchBox } from '../support/search-box.ts';

const sizes = variants(desktop.viewport, phone.viewport);

const recent = (page: Page) => page.getByRole('grid', { name: 'Recent searches' });
const rows = (page: Page) => recent(page).getByRole('row');

async function openSearchBox(page: Page): Promise<void> {
  await page.goto('/home/search');
  await searchBox(page).click();
}

/** Searches for each text by Enter, one after the other. Then the empty box offers them again. */
async function searchFor(page: Page, ...texts: string[]): Promise<void> {
  await openSearchBox(page);
  await expect(recent(page)).toHaveCount(0);
  for (const text of texts) {
    await searchBox(page).fill(text);
    await searchBox(page).press('Enter');
    await expect(page).toHaveURL(new RegExp(`\\?q=${text}$`));
  }
  await searchBox(page).fill('');
  await expect(rows(page).first()).toHaveText(texts.at(-1)!);
}

for (const viewport of sizes) {
  test(`the search box offers the newest eight searches, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const page = await newMember(browser, newName('mara'), { viewport });
    const searches = Array.from({ length: 9 }, newWord);
    await searchFor(page, ...searches);
    await openSearchBox(page);
    await expect(rows(page)).toHaveText([...searches.slice(1).toReversed(), 'Clear all']);
    await checkAccessibility(page, 'recent searches');
  });

  test(`the keyboard moves through the recent searches, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const page = await newMember(browser, newName('mara'), { viewport });
    const [older, newer] = [newWord(), newWord()] as const;
    await searchFor(page, older, newer);

    await test.step('Enter repeats a search, which becomes the first', async () => {
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await expectActive(page, older);
      await checkAccessibility(page, 'a highlighted recent search');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(new RegExp(`\\?q=${older}$`));
      await expect(recent(page)).toHaveCount(0);
      await openSearchBox(page);
      await expect(rows(page).first()).toHaveText(older);
    });

    await test.step('the button beside a search removes it', async () => {
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await expect(rows(page)).toHaveText([newer, 'Clear all']);
      await expect(searchBox(page)).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(recent(page)).toHaveCount(0);
    });
  });

  test(`the pointer removes one recent search, then all, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const page = await newMember(browser, newName('mara'), { viewport });
    const [older, newer] = [newWord(), newWord()] as const;
    await searchFor(page, older, newer);
    await recent(page)
      .getByRole('gridcell', { name: `Remove "${newer}"` })
      .click();
    await expect(rows(page)).toHaveText([older, 'Clear all']);
    await expect(recent(page).getByText(newer)).toHaveCount(0);
    await recent(page).getByRole('gridcell', { name: 'Clear all' }).click();
    await expect(recent(page)).toHaveCount(0);
    await openSearchBox(page);
    await expect(recent(page)).toHaveCount(0);
  });

  test(`a typed search with results is kept without Enter, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const page = await newMember(browser, newName('mara'), { viewport });
    const text = newWord();
    await writePost(page, `Frost on the ${text} roof`);
    await openSearchBox(page);
    await searchBox(page).pressSequentially(text);
    await expect(card(page, 'Frost on the')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`\\?q=${text}$`));
    await page.getByRole('tab', { name: 'People' }).click();
    await openSearchBox(page);
    await expect(rows(page)).toHaveText([text, 'Clear all']);
  });

  test(`recent searches belong to one member, ${viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const mara = newName('mara');
    const page = await newMember(browser, mara, { viewport });
    const text = newWord();
    await searchFor(page, text);

    await test.step('another member in the same browser does not see them', async () => {
      const other = newName('other');
      // An open page would notice the lost session and sign out, which deletes the searches.
      await page.goto('about:blank');
      await page.context().clearCookies();
      await registerByApi(page, other);
      await openSearchBox(page);
      await expect(recent(page)).toHaveCount(0);
      await page.goto('about:blank');
      await page.context().clearCookies();
      await call(page, auth.login, { body: { email: mara, password: PASSWORD } });
      await openSearchBox(page);
      await expect(rows(page)).toHaveText([text, 'Clear all']);
    });

    await test.step('a logout deletes them', async () => {
      await page.keyboard.press('Escape');
      if (viewport.width < 768) await page.getByRole('button', { name: 'Account' }).click();
      await page.getByRole('button', { name: 'Log out' }).click();
      await page.waitForURL('**/login');
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
      expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(text);
      await signIn(page, mara);
      await page.waitForURL('**/home');
      await openSearchBox(page);
      await expect(recent(page)).toHaveCount(0);
    });
  });
}
