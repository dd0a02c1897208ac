import { expect, type Browser, type Page } from '@playwright/test';
import { checkAccessibility } from '../support/accessibility.ts';
import { desktop, phone } from '../support/devices.ts';
import { drawPicture, expectDrawn } from '../support/files.ts';
import { variants } from '../support/matrix.ts';
import { newMember, newName, PASSWORD, signIn, writePost } from '../support/members.ts';
import { startOwnSite, type OwnSite } from '../support/own-site.ts';
import { expireProof, prove } from '../support/proofs.ts';
import { test } from '../support/test.ts';

let site: OwnSite;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  // This port differs from the servers of the other journeys.
  site = await startOwnSite(Number(process.env['E2E_PORT']) - 8_000);
});
test.afterAll(async () => site.stop());

/** Settings stay from one journey to the next, so each one sets what it needs. */
const member = async (browser: Browser, name: string, device = desktop) =>
  newMember(browser, name, { ...device, baseURL: site.address });

async function newAdmin(browser: Browser, device = desktop): Promise<Page> {
  await site.operate('site', 'set', 'registration', 'open');
  const name = newName('admin');
  const page = await member(browser, name, device);
  await site.operate('promote', name);
  return page;
}

async function chooseMode(page: Page, mode: string): Promise<void> {
  await page.goto('/admin/registration');
  await page.getByRole('radio', { name: mode, exact: true }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
}

async function newVisitor(browser: Browser, path: string): Promise<Page> {
  const context = await browser.newContext({
    ...desktop,
    reducedMotion: 'reduce',
    baseURL: site.address,
  });
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

async function signUp(page: Page, username: string): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(`${username}@example.org`);
  await page.getByLabel('Full name').fill(`${username} of Roost`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign up' }).click();
}

for (const device of variants(desktop, phone))
  test(`an admin names the site, and everybody sees it with the next page, ${device.viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const page = await newAdmin(browser, device);
    const other = await member(browser, newName('reader'));
    await other.goto('/home');
    await page.goto('/admin/site');
    const main = page.getByRole('main');
    const name = newName('Nest');

    await test.step('the form keeps what is wrong, and says why', async () => {
      await main.getByLabel('Name').fill(' ');
      await main.getByRole('button', { name: 'Add a rule' }).click();
      await page.keyboard.type('Be kind.');
      await main.getByRole('button', { name: 'Save' }).click();
      await expect(main.getByLabel('Name')).toHaveAccessibleDescription('Enter a name.');
      await checkAccessibility(page, 'wrong settings');
    });

    await test.step('the save needs a proof', async () => {
      await main.getByLabel('Name').fill(name);
      await main.getByRole('slider', { name: 'Hue' }).fill('150');
      const logo = await drawPicture(page, 'logo.png', { width: 400, height: 400 });
      await main.getByLabel('Choose a picture').setInputFiles(logo);
      await expect(main.getByRole('img', { name: 'The logo on light' })).toBeVisible();
      await expireProof(page, '**/api/admin/site');
      await main.getByRole('button', { name: 'Save' }).click();
      await prove(page);
      await expect(page.getByText('Saved.')).toBeVisible();
      await expectDrawn(main.getByRole('img', { name: 'The logo on dark' }));
    });

    await test.step('a member sees the name, the colour and the logo', async () => {
      await other.reload();
      await expect(other).toHaveTitle(new RegExp(`${name}$`));
      const hue = async () =>
        other.evaluate(() =>
          getComputedStyle(document.documentElement).getPropertyValue('--accent-hue'),
        );
      await expect.poll(hue).toBe('150');
      await expectDrawn(other.getByRole('link', { name: `${name}, home` }).locator('img'));
    });

    await test.step('new people read the rules', async () => {
      const visitor = await newVisitor(browser, '/register');
      await expect(visitor.getByRole('listitem').filter({ hasText: 'Be kind.' })).toBeVisible();
    });

    await test.step('the rules and the logo can go again', async () => {
      await main.getByRole('button', { name: 'Remove rule 1' }).click();
      await main.getByRole('button', { name: 'Remove', exact: true }).click();
      await main.getByRole('button', { name: 'Save' }).click();
      await expect(main.getByRole('button', { name: 'Save' })).toBeHidden();
      await page.reload();
      await expect(main.getByText('This site has no rules yet.')).toBeVisible();
    });
  });

test('an invite lets as many people in as it says', async ({ browser }) => {
  const page = await newAdmin(browser);
  await chooseMode(page, 'By invite');
  const main = page.getByRole('main');
  await main.getByLabel('How many people').fill('2');
  await main.getByRole('button', { name: 'Make an invite' }).click();
  const made = main.getByRole('group', { name: 'New invite' });
  const link = (await made.getByText(/^https?:/).textContent()) ?? '';
  const invites = main.getByRole('list', { name: 'Invites' }).getByRole('listitem');
  await expect(invites.filter({ hasText: '2 of 2 left' })).toBeVisible();

  for (const left of ['1 of 2 left', undefined]) {
    const guest = await newVisitor(browser, link);
    await signUp(guest, newName('guest'));
    await guest.waitForURL('**/login');
    await page.reload();
    if (left) await expect(invites.filter({ hasText: left })).toBeVisible();
    else await expect(main.getByText('There are no invites.')).toBeVisible();
  }
  const late = await newVisitor(browser, link);
  await signUp(late, newName('late'));
  await expect(late.getByLabel('Invite code')).toHaveAttribute('aria-invalid', 'true');
});

test('a person waits until an admin approves', async ({ browser }) => {
  const page = await newAdmin(browser);
  await chooseMode(page, 'By approval');
  const name = newName('waiting');
  const visitor = await newVisitor(browser, '/register');
  await visitor.getByLabel('Why').fill('I sing at dawn.');
  await signUp(visitor, name);
  await expect(visitor.getByRole('status').filter({ hasText: /approv/ })).toBeVisible();
  await visitor.goto('/login');
  await signIn(visitor, name);
  await expect(
    visitor.getByRole('heading', { name: 'Your account waits for approval' }),
  ).toBeVisible();

  await page.getByRole('link', { name: 'People who wait for approval' }).click();
  const row = page.getByRole('listitem').filter({ hasText: `@${name}` });
  await expect(row.getByText('I sing at dawn.')).toBeVisible();
  await row.getByRole('button', { name: `Approve @${name}` }).click();
  await expect(row).toBeHidden();

  await visitor.reload();
  await signIn(visitor, name);
  await visitor.waitForURL('**/home');
});

test('a role is given with a proof, and only admins have the page', async ({ browser }) => {
  const page = await newAdmin(browser);
  const name = newName('helper');
  const helper = await member(browser, name);
  const loaded: string[] = [];
  helper.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  const expectUnknown = async () => {
    await helper.goto('/admin/people');
    await helper.waitForURL('**/home');
    await expect(helper.getByText(/^That page doesn’t exist/)).toBeVisible();
    await expect(helper.getByRole('link', { name: 'Admin', exact: true })).toBeHidden();
    expect(loaded.filter((path) => /admin|section/.test(path))).toEqual(['/admin/people']);
    loaded.length = 0;
  };
  const give = async (role: string) => {
    await page.goto('/admin/people');
    await page.getByLabel('Find people').fill(name);
    await page.getByRole('button', { name: `More about @${name}` }).click();
    await page.getByRole('menuitem', { name: 'Change role' }).click();
    const dialog = page.getByRole('dialog', { name: `Role of @${name}` });
    await dialog.getByRole('radio', { name: role }).check();
    await expireProof(page, '**/api/admin/people/*');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await prove(page);
    await expect(page.getByRole('listitem').getByText(role, { exact: true })).toBeVisible();
  };

  await test.step('a member has no such page', expectUnknown);
  await test.step('a moderator neither', async () => {
    await give('Moderator');
    await expectUnknown();
  });
  await test.step('an admin has it in the navigation', async () => {
    await give('Admin');
    await helper.goto('/home');
    await helper.getByRole('link', { name: 'Admin', exact: true }).click();
    await helper.waitForURL('**/admin/people');
  });
});

for (const device of variants(desktop, phone))
  test(`every section is accessible, ${device.viewport.width} wide @matrix`, async ({
    browser,
  }) => {
    const page = await newAdmin(browser, device);
    const main = page.getByRole('main');
    await writePost(page, 'About #birds');
    const sections: [path: string, shown: string][] = [
      ['people', 'This is you'],
      ['registration', 'Make an invite'],
      ['site', 'Add a rule'],
      ['blocks', 'Blocked addresses'],
      ['trends', 'No hashtag is hidden.'],
      ['numbers', 'Used the site'],
      ['jobs', 'No job fails.'],
    ];
    for (const [path, shown] of sections) {
      await page.goto(`/admin/${path}`);
      await expect(main.getByText(shown).first()).toBeVisible();
      await checkAccessibility(page, path);
    }
    await page.goto('/admin/registration');
    await main.getByRole('button', { name: 'Make an invite' }).click();
    await expect(main.getByRole('button', { name: 'Copy the link' })).toBeVisible();
    await checkAccessibility(page, 'a new invite');
    await page.goto('/admin/blocks');
    await main.getByLabel('Blocked email domains').fill('spam.example\nno domain');
    await main.getByRole('button', { name: 'Save' }).click();
    await expect(main.getByText(/^Line 2: “no domain”/)).toBeVisible();
    await checkAccessibility(page, 'wrong blocks');
  });
