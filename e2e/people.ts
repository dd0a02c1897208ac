import { expect, type Browser, type Locator, type Page, type WebSocket } from '@playwright/test';

export const PASSWORD = 'a long enough passphrase';

/** Names nobody else in this run has. */
export function newName(prefix: string): string {
  return `${prefix}_${Math.random().toString(36).slice(2, 9)}`;
}

/** Like no name that chance makes up: the search finds what is only similar, too. */
export const NOBODY = 'xylographzwieback';

export async function register(page: Page, username: string): Promise<void> {
  await page.goto('/register');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(`${username}@example.org`);
  await page.getByLabel('Full name').fill(`${username} of Roost`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(
    page.getByText('Registration successful! You can now log in.').first(),
  ).toBeVisible();
  await page.waitForURL('**/login');
}

export async function signIn(page: Page, username: string, password = PASSWORD): Promise<void> {
  // The address may be here before the page, and the one before has fields of these names too.
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await page.getByLabel('Email').fill(`${username}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** A person with a browser profile of their own, signed in through the API and shown the home page. */
export async function arrive(
  browser: Browser,
  username: string,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<Page> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await context.request.post('/api/auth/register', {
    data: {
      username,
      email: `${username}@example.org`,
      fullName: `${username} of Roost`,
      password: PASSWORD,
    },
  });
  await context.request.post('/api/auth/login', { data: { email: username, password: PASSWORD } });
  await page.goto('/home');
  await expect(page.getByRole('tab', { name: 'For you' })).toBeVisible();
  return page;
}

/** Writes a post by the API, as whoever the page is signed in as; returns its id. */
export async function writePost(
  page: Page,
  content: string,
  visibility = 'public',
): Promise<string> {
  return write(page, { content, visibility });
}

/** The same, answering the post or comment of this id. */
export async function writeComment(
  page: Page,
  parentPost: string,
  content: string,
): Promise<string> {
  return write(page, { content, parentPost });
}

async function write(page: Page, multipart: Record<string, string>): Promise<string> {
  const response = await page.request.post('/api/posts/createpost', { multipart });
  return ((await response.json()) as { data: { _id: string } }).data._id;
}

export function card(page: Page, text: string): Locator {
  return page.getByRole('article').filter({ hasText: text });
}

/**
 * Has a page loaded, and waits until its line to the server is open: before, nobody can call or be called, and what was
 * loaded is asked for once more.
 */
export async function connect(page: Page, load: () => Promise<unknown>): Promise<void> {
  const opened = Promise.withResolvers<void>();
  const watch = (line: WebSocket) =>
    line.on('framereceived', ({ payload }) => {
      if (String(payload).includes('"streamStart"')) opened.resolve();
    });
  // What the page before may still open is of no use.
  page.once('framenavigated', () => page.on('websocket', watch));
  await load();
  await opened.promise;
  page.off('websocket', watch);
}
