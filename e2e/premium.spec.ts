import { expect, type Browser, type Page } from '@playwright/test';
import { arrive, connect, newName } from './people.ts';
import { inEveryTheme, looks } from './themes.ts';
import { test } from './test.ts';

const desk = { viewport: { width: 1280, height: 900 } };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const LONG = 'a'.repeat(1_000);

async function visit(browser: Browser, options = desk) {
  const name = newName('buyer');
  const page = await arrive(browser, name, options);
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
  const response = await page.request.post('/api/posts/createpost', {
    multipart: { content: LONG },
  });
  return response.status();
}

/** A picture of five million bytes: small, with a tail that says nothing. */
async function mayPostHeavy(page: Page): Promise<number> {
  const dot = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const buffer = Buffer.concat([dot, Buffer.alloc(5_000_000 - dot.length)]);
  const response = await page.request.post('/api/posts/createpost', {
    multipart: { content: 'heavy', media: { name: 'heavy.png', mimeType: 'image/png', buffer } },
  });
  return response.status();
}

test('the annual plan is offered first, for a fifth less', async ({ browser }) => {
  const { page } = await visit(browser);
  await expect(page.getByRole('radio', { name: 'Annual · Save 20%' })).toBeChecked();
  await expect(page.locator('s')).toHaveText(/Rs 600/);
  await expect(page.getByText('Rs 480', { exact: true })).toBeVisible();
  const cells = async (name: string) =>
    page
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name }) })
      .getByRole('cell')
      .allInnerTexts();
  // Limits are the server's to say, and come a moment later.
  await expect.poll(async () => cells('Characters in a post')).toEqual(['500', '5,000']);
  expect(await cells('Images up to')).toEqual(['2 MB', '5 MB']);
  expect(await cells('Videos up to')).toEqual(['50 MB', '200 MB']);
  await choose(page, 'Monthly');
  await expect(page.getByText('Rs 50', { exact: true })).toBeVisible();
  await expect(page.locator('s')).toHaveCount(0);
});

test('bought for a year: at once, everywhere, and not before', async ({ browser }) => {
  const { name, page } = await visit(browser);
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

  // The other tab was only left open.
  await expect(badge(second).first()).toBeVisible();
  expect([await mayPostLong(page), await mayPostHeavy(page)]).toEqual([201, 201]);

  await page.getByRole('button', { name: 'Payment history' }).click();
  await expect(page.getByRole('list', { name: 'Payments' }).getByRole('listitem')).toHaveText(
    /Rs 480/,
  );
});

test('coming back from the checkout means nothing, until there is news of a payment', async ({
  browser,
}) => {
  const { page } = await visit(browser);
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

test('a card that is declined, one that works the second time, and going back', async ({
  browser,
}) => {
  const { page } = await visit(browser);
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

test('a month: renewed, failing, in grace, paid, cancelled, run out, and bought again', async ({
  browser,
}) => {
  const { page } = await visit(browser);
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
  // By themselves, all along, in the tab that was left open.
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

test('a checkout that was given up for another takes no money, and nobody waits for it', async ({
  browser,
}) => {
  const { page } = await visit(browser);
  await toCheckout(page, 'Annual');
  const other = await page.context().newPage();
  await other.goto('/premium');
  await toCheckout(other, 'Monthly');
  await payWith(page, /4111/);
  await expect(page.getByRole('heading', { name: 'Nothing to pay here' })).toBeVisible();
  await page.request.post('/api/subscription/cancel');
  await page.goto('/premium?confirming');
  await expect(page).toHaveURL(/\/premium$/);
  await expect(page.getByRole('button', { name: /^Get Premium/ })).toBeVisible();
});

test('the checkout needs no scripts', async ({ browser }) => {
  const { page } = await visit(browser);
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

test('away, it says so and comes back', async ({ browser }) => {
  const { page } = await visit(browser);
  await page.route('**/api/subscription/status', (route) => route.abort());
  // With the connection everything is asked for once more; only then is the button the way on.
  await connect(page, async () => page.goto('/premium'));
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await page.unroute('**/api/subscription/status');
  await again.click();
  await expect(page.getByRole('button', { name: /^Get Premium/ })).toBeVisible();
  await page.route('**/api/subscription/create', (route) => route.abort());
  await page.getByRole('button', { name: /^Get Premium/ }).click();
  await expect(page.locator('[data-toaster]')).toContainText(/\w/);
  await expect(page.getByRole('button', { name: /^Get Premium/ })).not.toHaveAttribute('aria-busy');
});

test('where it is not sold, the page says so', async ({ browser }) => {
  const { page } = await visit(browser);
  await page.route('**/api/subscription/plans', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), isOffered: false } });
  });
  await page.goto('/premium');
  await expect(page.getByText('Premium is not on offer here.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Get Premium/ })).toHaveCount(0);
});

test('found in the navigation, and behind the avatar on phones', async ({ browser }) => {
  const page = await arrive(browser, newName('nav'), desk);
  const nav = page.getByRole('navigation', { name: 'Main' });
  await nav.getByRole('link', { name: 'Premium' }).click();
  await expect(page.getByRole('heading', { name: 'Premium', exact: true })).toBeVisible();
  await nav.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('tab', { name: 'For you' })).toBeVisible();
  const small = await arrive(browser, newName('nav'), phone);
  await small.getByRole('button', { name: 'Account' }).click();
  await small.getByRole('dialog').getByRole('button', { name: 'Premium' }).click();
  await expect(small).toHaveURL(/\/premium$/);
});

test('the pages for everybody are never further than the settings', async ({ browser }) => {
  // Too narrow for the right column, too wide for the bar of phones.
  const between = { viewport: { width: 820, height: 1180 } };
  const page = await arrive(browser, newName('rules'), between);
  await page.getByRole('button', { name: 'Settings' }).click();
  for (const name of ['Privacy', 'Terms', 'Refunds', 'Shipping', 'Contact'])
    await expect(page.getByRole('dialog').getByRole('link', { name })).toBeVisible();
  await page.getByRole('link', { name: 'Terms' }).click();
  await expect(page).toHaveURL(/\/terms-and-conditions\/$/);
});

test('signed out, one is led to sign in, beside the pages for everybody', async ({ page }) => {
  await page.goto('/premium');
  await page.waitForURL('**/login');
  for (const name of ['Privacy', 'Terms', 'Refunds', 'Shipping', 'Contact'])
    await expect(page.getByRole('link', { name })).toBeVisible();
  await page.getByRole('link', { name: 'Refunds' }).click();
  await expect(page.getByRole('heading', { name: 'Cancellation and refunds' })).toBeVisible();
});

for (const options of [desk, phone]) {
  test(`everybody can use it, ${options.viewport.width} wide`, looks, async ({ browser }) => {
    const { page } = await visit(browser, options);
    await inEveryTheme(page, 'offer');
    await toCheckout(page, 'Monthly');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await inEveryTheme(page, `checkout, ${colorScheme}`);
    }
    await payWith(page, /4111/);
    await expect(unlocked(page)).toBeVisible();
    await inEveryTheme(page, 'unlocked');
    await page.getByRole('button', { name: 'Payment history' }).click();
    await expect(page.getByRole('list', { name: 'Payments' })).toBeVisible();
    await inEveryTheme(page, 'payment history');
    await page.goto('/privacy/');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await inEveryTheme(page, `privacy, ${colorScheme}`);
    }
  });
}
