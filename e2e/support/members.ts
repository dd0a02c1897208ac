import {
  expect,
  type Browser,
  type BrowserContextOptions,
  type Locator,
  type Page,
  type Request,
  type WebSocket,
} from '@playwright/test';
import * as auth from '@roost/contract/auth';
import * as chat from '@roost/contract/chat';
import * as posts from '@roost/contract/posts';
import { call, type Actor } from './api.ts';
import { urlOf } from './endpoint-urls.ts';

export const PASSWORD = 'a long enough passphrase';

/** Returns a name that is unique in this run. */
export function newName(prefix: string): string {
  return `${prefix}_${Math.random().toString(36).slice(2, 9)}`;
}

/** Returns a word that is unique in this run. */
export function newWord(): string {
  return `w${Math.random().toString(36).slice(2, 12)}`;
}

/** Resembles no generated name, because the search also finds similar names. */
export const UNMATCHED_NAME = 'xylographzwieback';

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
  // The URL may change before the page does, and the registration page has fields with the same labels.
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await page.getByLabel('Email').fill(`${username}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** On phones the button is in the account sheet. */
export async function logOut(page: Page): Promise<void> {
  const account = page.getByRole('button', { name: 'Account' });
  const button = page.getByRole('button', { name: 'Log out' });
  await expect(account.or(button).first()).toBeVisible();
  if (await account.isVisible()) await account.click();
  await button.click();
}

/** Leaves the steps that follow the first sign-in. */
export async function leaveWelcome(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Go to your feed' }).click();
  await page.waitForURL('**/home');
}

/** Creates an account by the API and signs in. */
export async function registerByApi(by: Actor, username: string): Promise<void> {
  const names = { username, email: `${username}@example.org`, fullName: `${username} of Roost` };
  await call(by, auth.register, { body: { ...names, password: PASSWORD } });
  await call(by, auth.login, { body: { email: username, password: PASSWORD } });
}

export interface MemberOptions extends BrowserContextOptions {
  /** By default the browser saves data: it preloads no code, and videos play only by hand. */
  savesData?: boolean;
}

/**
 * Creates a member with a browser context of their own, signed in by the API. The page stays blank. By default the member
 * prefers reduced motion, because animations take a tenth of the run.
 */
export async function newMember(
  browser: Browser,
  username: string,
  { savesData = true, ...options }: MemberOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  // A page that preloads all code takes a third more processor time.
  if (savesData)
    await context.addInitScript(
      'Object.defineProperty(navigator.connection, "saveData", { value: true })',
    );
  const page = await context.newPage();
  await registerByApi(page, username);
  return page;
}

/** Creates a member without a page, who acts by the API. */
export async function newApiMember(browser: Browser, username: string): Promise<Actor> {
  const { request } = await browser.newContext();
  await registerByApi({ request }, username);
  return { request };
}

/** Creates a member and opens the home page. */
export async function newMemberAtHome(
  ...[browser, username, options]: Parameters<typeof newMember>
): Promise<Page> {
  const page = await newMember(browser, username, options);
  await page.goto('/home');
  await expect(page.getByRole('tab', { name: 'For you' })).toBeVisible();
  return page;
}

/** Writes a post and returns its id. */
export async function writePost(
  by: Actor,
  content: string,
  visibility: posts.Post['visibility'] = 'public',
): Promise<string> {
  const { data } = await call(by, posts.createPost, { body: { content, visibility } });
  return data._id;
}

/** Writes a comment on a post or comment and returns its id. */
export async function writeComment(
  by: Actor,
  parentPost: string,
  content: string,
): Promise<string> {
  const { data } = await call(by, posts.createPost, { body: { content, parentPost } });
  return data._id;
}

export function card(page: Page, text: string): Locator {
  return page.getByRole('article').filter({ hasText: text });
}

/**
 * Loads a member's page, and waits until it has connected and begun to load again what it may have missed. Before that,
 * nobody can call, and lists would change under the test.
 */
export async function connect(page: Page, load: () => Promise<unknown>): Promise<void> {
  const isRefreshed = Promise.withResolvers<void>();
  let isConnected = false;
  const watch = (socket: WebSocket) =>
    socket.on('framereceived', ({ payload }) => {
      isConnected ||= String(payload).includes('"streamStart"');
    });
  // The page handles `streamStart` by loading again what it may have missed, this count among it.
  const onRequest = (request: Request) => {
    if (isConnected && urlOf(chat.countUnreadConversations).test(request.url()))
      isRefreshed.resolve();
  };
  // Ignores sockets that the previous page may still open.
  page.once('framenavigated', () => page.on('websocket', watch));
  page.on('request', onRequest);
  await load();
  await isRefreshed.promise;
  page.off('websocket', watch);
  page.off('request', onRequest);
}
