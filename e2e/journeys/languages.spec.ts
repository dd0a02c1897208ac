import { expect } from '@playwright/test';
import { getMe } from '@roost/contract/auth';
import { locales } from '@roost/contract/locales';
import { updateUser } from '@roost/contract/users';
import { checkAccessibility } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { desktop, phone } from '../support/devices.ts';
import { checkScreensOf, checkVisitorScreens, newReader, openIn } from '../support/languages.ts';
import { checkFit, listUnfit } from '../support/layout-fit.ts';
import { variants } from '../support/matrix.ts';
import { logOut, newMember, newName, PASSWORD, signIn } from '../support/members.ts';
import { test } from '../support/test.ts';

test.describe.configure({ mode: 'parallel' });

// German has the longest words, and Arabic another direction.
const translated = variants('ar', 'de', 'es', 'hi');

for (const locale of translated) {
  test(`every line fits a phone in ${locale} @matrix`, async ({ browser }) => {
    test.slow();
    const reader = await newReader(browser, locale, phone);
    await checkScreensOf(reader, { browser, locale }, checkFit);
  });

  test(`every line of visitors’ pages fits a phone in ${locale} @matrix`, async ({ browser }) => {
    const page = await (await browser.newContext({ ...phone, locale })).newPage();
    await checkVisitorScreens(page, locale, checkFit);
  });
}

test('no word of the table of Premium is broken at the largest text in German', async ({
  browser,
}) => {
  const { page } = await newReader(browser, 'de', phone);
  await openIn(page, 'de', '/premium');
  await page.evaluate(() => (document.documentElement.dataset['textSize'] = 'larger'));
  await expect(page.getByRole('rowheader', { name: 'Bearbeitungen' })).toBeVisible();
  expect(await page.getByRole('rowheader').evaluateAll(listBroken)).toEqual([]);
  await checkFit(page, 'the table');
});

/** Runs in the page. Returns the words that are on several lines. */
function listBroken(elements: Element[]): string[] {
  return elements.flatMap((element) => {
    const text = element.firstChild!;
    const words = [...(text.textContent ?? '').matchAll(/\S+/g)];
    return words.flatMap(({ 0: word, index }) => {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      return range.getClientRects().length > 1 ? [word] : [];
    });
  });
}

test('the check of lines finds a cut button, a cut text and what is wider than the screen', async ({
  page,
}) => {
  await page.setViewportSize(phone.viewport);
  const line = 'Benachrichtigungseinstellungen '.repeat(4);
  for (const [html, problem] of [
    [`<button style="width: 80px; white-space: nowrap">${line}</button>`, /^button .* is cut at/],
    [`<p style="overflow: hidden; white-space: nowrap">${line}</p>`, /^p .* is cut \(clip\)/],
    [`<p style="white-space: nowrap">${line}</p>`, /^the page is \d+ wide, and the screen 390/],
  ] as const) {
    await page.setContent(html);
    expect(await page.evaluate(listUnfit)).toContainEqual(expect.stringMatching(problem));
  }
  await page.setContent(`<button>Kurz</button><p>${line}</p>`);
  await checkFit(page, 'lines that wrap');
});

for (const device of variants(phone, desktop))
  test(`the main screens are accessible in Arabic, ${device.viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    test.slow();
    const { page, name } = await newReader(browser, 'ar', device);
    await expect(async () => openIn(page, 'ar', '/home')).toPass();
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    const paths = [
      '/home',
      '/home/search',
      '/home/noti',
      '/home/message',
      '/home/lists',
      '/premium',
    ];
    for (const path of [...paths, `/home/profile/${name}`]) {
      await openIn(page, 'ar', path);
      await checkAccessibility(page, path);
    }
    await openIn(page, 'ar', '/home/settings/appearance');
    await checkAccessibility(page, 'settings');
  });

test('visitors read the language of their browser, or the one that they choose', async ({
  browser,
}) => {
  const context = await browser.newContext({ locale: 'de-AT', reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto('/register');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  const fields = page.getByRole('textbox');
  await fields.nth(0).fill('kept_name');
  await fields.nth(1).fill('kept@example.org');
  await page.getByRole('button', { name: 'Español' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(fields.nth(0)).toHaveValue('kept_name');
  await expect(fields.nth(1)).toHaveValue('kept@example.org');
  await expect(page.getByRole('button', { name: 'Español' })).toHaveAttribute(
    'aria-current',
    'true',
  );
  // The pages that the server renders follow, and other languages have their own direction.
  await page.goto('/privacy/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await page.goto('/login');
  await page.getByRole('button', { name: 'العربية' }).click();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
});

test('a sign-in shows the language of the person, whatever the browser asks for', async ({
  browser,
}) => {
  const name = newName('hindi');
  const member = await newMember(browser, name);
  await call(member, updateUser, { body: { language: 'hi' } });
  const page = await (await browser.newContext({ locale: 'de' })).newPage();
  await page.goto('/login');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.getByRole('textbox').first().fill(`${name}@example.org`);
  const password = page.locator('input[type=password]');
  await password.fill('not the passphrase');
  await page.keyboard.press('Enter');
  // The wire says it in English.
  await expect(page.getByText('E-Mail-Adresse oder Passwort ist falsch.')).toBeVisible();
  await password.fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
});

for (const device of variants(desktop, phone))
  test(`a shared link survives a sign-in that changes the language, ${device.viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    for (const [own, asked] of [
      ['en', 'es-ES'],
      ['es', 'en-US'],
    ] as const) {
      const name = newName('linked');
      const member = await newMember(browser, name, device);
      await call(member, updateUser, { body: { language: own } });
      const page = await (await browser.newContext({ ...device, locale: asked })).newPage();
      await page.goto('/home/search?q=heron#results');
      await expect(page).toHaveURL(/\/login$/);
      await expect(page.locator('html')).toHaveAttribute('lang', asked.slice(0, 2));
      await page.getByRole('textbox').first().fill(`${name}@example.org`);
      await page.locator('input[type=password]').fill(PASSWORD);
      await page.keyboard.press('Enter');
      await expect(page.locator('html')).toHaveAttribute('lang', own);
      await expect(page.getByRole('searchbox').or(page.getByRole('combobox')).first()).toHaveValue(
        'heron',
      );
      await expect(page).toHaveURL(/\/home\/search\?q=heron/);
    }
  });

for (const device of variants(desktop, phone)) {
  test(`a language chosen before the sign-in becomes that of the account, ${device.viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const name = newName('byhand');
    const member = await newMember(browser, name, device);
    await call(member, updateUser, { body: { language: 'hi' } });
    const page = await (await browser.newContext({ ...device, locale: 'de' })).newPage();
    await page.goto('/login');
    const email = page.getByRole('textbox').first();
    await email.fill(`${name}@example.org`);
    await page.getByRole('button', { name: 'Español' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    await expect(email).toHaveValue(`${name}@example.org`);
    await page.locator('input[type=password]').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/home$/);
    await expect.poll(async () => (await call(page, getMe, {})).data.language).toBe('es');
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');

    await test.step('a later choice in the settings wins', async () => {
      await page.goto('/home/settings/appearance');
      await page.getByRole('button', { name: 'English' }).click();
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
      await page.reload();
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    });

    await test.step('the next person here keeps the language of their account', async () => {
      await page.goto('/home');
      await logOut(page);
      await page.waitForURL('**/login');
      await call(member, updateUser, { body: { language: 'hi' } });
      await signIn(page, name);
      await page.waitForURL('**/home');
      await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
    });
  });
}

test('a logout before does not empty the fields when the language changes', async ({ browser }) => {
  const page = await newMember(browser, newName('after'), desktop);
  await page.goto('/home');
  await logOut(page);
  await page.waitForURL('**/login');
  const email = page.getByRole('textbox').first();
  await email.fill('kept@example.org');
  await page.getByRole('button', { name: 'Español' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(email).toHaveValue('kept@example.org');
});

test('members choose their language in the settings, and keep what they typed', async ({
  browser,
}) => {
  const page = await newMember(browser, newName('chooser'), { ...desktop });
  await page.goto('/home');
  const draft = page.getByRole('main').getByRole('textbox').first();
  await draft.fill('Not yet posted');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Settings' })
    .click();
  await page.getByRole('link', { name: 'Appearance' }).click();
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('button', { name: 'Deutsch', pressed: true })).toBeVisible();
  expect((await call(page, getMe, {})).data.language).toBe('de');
  await page.goto('/home');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('main').getByRole('textbox').first()).toHaveValue('Not yet posted');
});

test('the languages have their own names', async ({ page }) => {
  await page.goto('/login');
  const names = page.getByRole('button', { name: /^(?:English|العربية|Deutsch|Español|हिन्दी)$/ });
  await expect(names).toHaveCount(locales.length);
});
