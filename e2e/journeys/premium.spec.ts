// Long because its journeys share the steps of a purchase.
import { expect, type Browser, type Page } from '@playwright/test';
import * as posts from '@roost/contract/posts';
import * as billing from '@roost/contract/billing';
import { newMemberAtHome, connect, newName, newMember } from '../support/members.ts';
import { appearance, checkAccessibility } from '../support/accessibility.ts';
import { test } from '../support/test.ts';
import { desktop, phone } from '../support/devices.ts';
import { variants } from '../support/matrix.ts';
import { call, send } from '../support/api.ts';
import { asFile } from '../support/files.ts';
import { urlOf } from '../support/endpoint-urls.ts';

const LONG = 'a'.repeat(1_000);

async function openPremium(browser: Browser, options = desktop) {
  const name = newName('buyer');
  const page = await newMember(browser, name, options);
  await page.goto('/premium');
  await expect(page.getByRole('button', { name: /^Get Premium/ })).toBeVisible();
  return { name, page };
}

const choose = async (page: Page, plan: 'Monthly' | 'Annual') =>
  page.getByRole('radio', { name: plan }).check();

async function toCheckout(page: Page, plan: 'Monthly' | 'Annual'): Promise<void> {
  await choose(page, plan);
  await page.getByRole('button', { name: /^Get Premium/ }).click();
  await page.waitForURL('**/sandbox/checkout/*');
}

async function payWith(page: Page, card: RegExp): Promise<void> {
  await page.getByRole('radio', { name: card }).check();
  await page.getByRole('button', { name: /^Pay Rs/ }).click();
}

async function buy(page: Page, plan: 'Monthly' | 'Annual'): Promise<void> {
  await toCheckout(page, plan);
  await payWith(page, /4111/);
  await expect(unlocked(page)).toBeVisible();
}

const unlocked = (page: Page) => page.getByRole('heading', { name: 'Premium Unlocked!' });
const badge = (page: Page) => page.getByRole('main').getByRole('img', { name: 'Premium' });

async function mayPostLong(page: Page): Promise<number> {
  return (await send(page, posts.createPost, { body: { content: LONG } })).status();
}

/** Tries to post a picture of five million bytes: one pixel, filled up with zeros. */
async function mayPostHeavy(page: Page): Promise<number> {
  const dot = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const buffer = Buffer.concat([dot, Buffer.alloc(5_000_000 - dot.length)]);
  const media = [asFile({ name: 'heavy.png', mimeType: 'image/png', buffer })];
  return (await send(page, posts.createPost, { body: { content: 'heavy' } }, { media })).status();
}

test('the annual plan is selected first, with its discount', async ({ browser }) => {
  const { page } = await openPremium(browser);
  await expect(page.getByRole('radio', { name: 'Annual · Save 20%' })).toBeChecked();
  await expect(page.locator('s')).toHaveText(/Rs 600/);
  await expect(page.getByText('Rs 480', { exact: true })).toBeVisible();
  const pay = async (words: string) =>
    expect(page.getByRole('button', { name: words, exact: true })).toBeVisible();
  await pay('Get Premium for Rs 480 a year');
  const cells = async (name: string) =>
    page
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name }) })
      .getByRole('cell')
      .allInnerTexts();
  // The limits come from the server a moment later.
  await expect.poll(async () => cells('Characters in a post')).toEqual(['500', '5,000']);
  expect(await cells('Images up to')).toEqual(['2 MB', '5 MB']);
  expect(await cells('Videos up to')).toEqual(['50 MB', '200 MB']);
  await choose(page, 'Monthly');
  await expect(page.getByText('Rs 50', { exact: true })).toBeVisible();
  await expect(page.locator('s')).toHaveCount(0);
  await pay('Get Premium for Rs 50 a month');
});

test('a bought year unlocks Premium at once in every tab', async ({ browser }) => {
  const { name, page } = await openPremium(browser);
  const second = await page.context().newPage();
  await second.goto(`/home/profile/${name}`);
  await expect(second.getByRole('tab', { name: 'Posts' })).toBeVisible();
  await expect(badge(second)).toHaveCount(0);
  expect([await mayPostLong(page), await mayPostHeavy(page)]).toEqual([400, 413]);

  await toCheckout(page, 'Annual');
  await expect(page.getByLabel('Name')).toHaveValue(`${name} of Roost`);
  await expect(page.getByLabel('Email')).toHaveValue(`${name}@example.org`);
  await payWith(page, /4111/);
  await expect(unlocked(page)).toBeVisible();
  await expect(unlocked(page)).toBeFocused();
  await expect(page).toHaveURL(/\/premium$/);
  await expect(page.getByRole('definition').first()).toHaveText('Annual');
  await expect(page.getByRole('button', { name: 'Cancel Subscription' })).toHaveCount(0);

  // The other tab updates without a reload.
  await expect(badge(second).first()).toBeVisible();
  expect([await mayPostLong(page), await mayPostHeavy(page)]).toEqual([201, 201]);

  await page.getByRole('button', { name: 'Payment history' }).click();
  await expect(page.getByRole('list', { name: 'Payments' }).getByRole('listitem')).toHaveText(
    /Rs 480/,
  );
});

test('a return from the checkout unlocks nothing before the payment is confirmed', async ({
  browser,
}) => {
  const { page } = await openPremium(browser);
  await toCheckout(page, 'Monthly');
  const checkout = page.url();
  await page.goto('/premium?confirming');
  await expect(page.getByText('Confirming…')).toBeVisible();
  await expect(unlocked(page)).toHaveCount(0);
  const other = await page.context().newPage();
  await other.goto(checkout);
  await payWith(other, /4111/);
  await expect(unlocked(page)).toBeVisible();
  await expect(page).toHaveURL(/\/premium$/);
});

test('a declined card can be retried, and the checkout can be left', async ({ browser }) => {
  const { page } = await openPremium(browser);
  await toCheckout(page, 'Monthly');
  await payWith(page, /0002/);
  await expect(page.getByRole('alert')).toContainText('The payment was declined.');
  await expect(page).toHaveTitle(/^Declined/);
  await page.getByRole('link', { name: 'Go back without paying' }).click();
  await expect(page.getByText('A payment for the Monthly plan was begun.')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Monthly' })).toBeChecked();
  await toCheckout(page, 'Monthly');
  await payWith(page, /0341/);
  await expect(page.getByRole('alert')).toContainText('The payment was declined.');
  await payWith(page, /0341/);
  await expect(unlocked(page)).toBeVisible();
});

test('a monthly subscription is renewed, fails, recovers, is cancelled, ends and is bought again', async ({
  browser,
}) => {
  const { page } = await openPremium(browser);
  await buy(page, 'Monthly');
  const clock = await page.context().newPage();
  const move = async (what: string) => {
    await clock.goto('/sandbox/clock');
    await clock.getByRole('button', { name: what }).click();
    await expect(clock).toHaveURL(/clock$/);
  };
  await move('The period ends, and the next one is paid');
  await page.getByRole('button', { name: 'Payment history' }).click();
  const payments = page.getByRole('list', { name: 'Payments' }).getByRole('listitem');
  await expect(payments).toHaveCount(2);
  await page.keyboard.press('Escape');
  // The open tab updates by itself.
  await move('The period ends, but the payment fails');
  await expect(page.getByText('Your last payment failed')).toBeVisible();
  await move('The payment is tried again, and succeeds');
  await expect(page.getByText(/^Renews on /)).toBeVisible();

  await page.getByRole('button', { name: 'Cancel Subscription' }).click();
  const question = page.getByRole('alertdialog', { name: 'Cancel Subscription' });
  await expect(question).toContainText(/Premium stays yours until \w+ \d+, \d{4}/);
  await expect(question.getByRole('button', { name: 'Keep Premium' })).toBeFocused();
  await question.getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect(page.getByText('Your subscription is cancelled.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel Subscription' })).toHaveCount(0);
  await expect(unlocked(page)).toBeFocused();
  expect(await mayPostLong(page)).toBe(201);

  await move('The period ends');
  await expect(page.getByText(/^Your Premium has ended/)).toBeVisible();
  expect(await mayPostLong(page)).toBe(400);
  await page.getByRole('button', { name: 'Payment history' }).click();
  await expect(payments).toHaveCount(3);
  await page.keyboard.press('Escape');
  await buy(page, 'Annual');
});

test('an abandoned checkout takes no money and leaves nothing to wait for', async ({ browser }) => {
  const { page } = await openPremium(browser);
  await toCheckout(page, 'Annual');
  const other = await page.context().newPage();
  await other.goto('/premium');
  await toCheckout(other, 'Monthly');
  await payWith(page, /4111/);
  await expect(page.getByRole('heading', { name: 'Nothing to pay here' })).toBeVisible();
  await call(page, billing.cancelSubscription, {});
  await page.goto('/premium?confirming');
  await expect(page).toHaveURL(/\/premium$/);
  await expect(page.getByRole('button', { name: /^Get Premium/ })).toBeVisible();
});

test('the checkout works without scripts', async ({ browser }) => {
  const { page } = await openPremium(browser);
  await toCheckout(page, 'Annual');
  const cookies = await page.context().cookies();
  const plain = await browser.newContext({ javaScriptEnabled: false });
  await plain.addCookies(cookies);
  const bare = await plain.newPage();
  await bare.goto(page.url());
  await payWith(bare, /4111/);
  await page.goto('/premium');
  await expect(unlocked(page)).toBeVisible();
});

test('a failed load of the plans can be retried', async ({ browser }) => {
  const page = await newMember(browser, newName('buyer'), desktop);
  await connect(page, async () => page.goto('/home'));
  await page.route(urlOf(billing.getSubscription), (route) => route.abort());
  // The test navigates within the page, because a new page loads the plans again after it connects.
  await page.getByRole('link', { name: 'Premium' }).click();
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await page.unroute(urlOf(billing.getSubscription));
  await again.click();
  await expect(page.getByRole('button', { name: /^Get Premium/ })).toBeVisible();
  await page.route(urlOf(billing.createSubscription), (route) => route.abort());
  await page.getByRole('button', { name: /^Get Premium/ }).click();
  await expect(page.locator('[data-toaster]')).toContainText(/\w/);
  await expect(page.getByRole('button', { name: /^Get Premium/ })).not.toHaveAttribute('aria-busy');
});

test('a server without billing says that Premium is not on offer', async ({ browser }) => {
  const { page } = await openPremium(browser);
  await page.route(urlOf(billing.getPlans), async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), isOffered: false } });
  });
  await page.goto('/premium');
  await expect(page.getByText('Premium is not on offer here.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Get Premium/ })).toHaveCount(0);
});

test('the navigation leads to Premium, and the account menu on phones', async ({ browser }) => {
  const page = await newMemberAtHome(browser, newName('nav'), desktop);
  const nav = page.getByRole('navigation', { name: 'Main' });
  await nav.getByRole('link', { name: 'Premium' }).click();
  await expect(page.getByRole('heading', { name: 'Premium', exact: true })).toBeVisible();
  await nav.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('tab', { name: 'For you' })).toBeVisible();
  const small = await newMemberAtHome(browser, newName('nav'), phone);
  await small.getByRole('button', { name: 'Account' }).click();
  await small.getByRole('dialog').getByRole('button', { name: 'Premium' }).click();
  await expect(small).toHaveURL(/\/premium$/);
});

for (const device of variants(phone, desktop))
  test(`'About' has every policy page, ${device.viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const page = await newMemberAtHome(browser, newName('rules'), device);
    if (device === phone) {
      await page.getByRole('button', { name: 'Account' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'About Roost' }).click();
    } else await page.getByRole('link', { name: 'About Roost' }).click();
    const policies = page.getByRole('region', { name: 'Policies' });
    for (const name of ['Privacy', 'Terms', 'Refunds', 'Shipping', 'Contact'])
      await expect(policies.getByRole('link', { name })).toBeVisible();
    await checkAccessibility(page, 'about');
    await policies.getByRole('link', { name: 'Terms' }).click();
    await expect(page).toHaveURL(/\/terms-and-conditions\/$/);
  });

test('a signed-out visitor is redirected to the login, which links the policy pages', async ({
  page,
}) => {
  await page.goto('/premium');
  await page.waitForURL('**/login');
  for (const name of ['Privacy', 'Terms', 'Refunds', 'Shipping', 'Contact'])
    await expect(page.getByRole('link', { name })).toBeVisible();
  await page.getByRole('link', { name: 'Refunds' }).click();
  await expect(page.getByRole('heading', { name: 'Cancellation and refunds' })).toBeVisible();
});

for (const device of variants(desktop, phone)) {
  test(
    `Premium screens are accessible, ${device.viewport.width} wide`,
    appearance,
    async ({ browser }) => {
      const { page } = await openPremium(browser, device);
      await checkAccessibility(page, 'offer');
      await toCheckout(page, 'Monthly');
      for (const colorScheme of variants('light', 'dark')) {
        await page.emulateMedia({ colorScheme });
        await checkAccessibility(page, `checkout, ${colorScheme}`);
      }
      await payWith(page, /4111/);
      await expect(unlocked(page)).toBeVisible();
      await checkAccessibility(page, 'unlocked');
      await page.getByRole('button', { name: 'Payment history' }).click();
      await expect(page.getByRole('list', { name: 'Payments' })).toBeVisible();
      await checkAccessibility(page, 'payment history');
      await page.goto('/privacy/');
      for (const colorScheme of variants('light', 'dark')) {
        await page.emulateMedia({ colorScheme });
        await checkAccessibility(page, `privacy, ${colorScheme}`);
      }
    },
  );
}
