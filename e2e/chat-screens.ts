import { expect, type Browser, type Page } from '@playwright/test';
import { desk } from './devices.ts';
import { arrive, newName } from './people.ts';

/** Somebody, and two who write to them by the API; what all three names begin with nobody else’s does. */
export async function meet(browser: Browser, options = desk) {
  const token = newName('c');
  const name = `${token}_me`;
  const page = await arrive(browser, name, options);
  const [ann, ben] = [`${token}_ann`, `${token}_ben`];
  const annsPage = await arrive(browser, ann);
  const bensPage = await arrive(browser, ben);
  return {
    token,
    name,
    page,
    ann: { name: ann, page: annsPage },
    ben: { name: ben, page: bensPage },
  };
}

export const entry = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Message' });
export const rows = (page: Page) =>
  page.getByRole('list', { name: 'Conversations' }).getByRole('listitem');
export const rowOf = (page: Page, username: string) => rows(page).filter({ hasText: username });
export const panel = (page: Page) => page.getByRole('complementary', { name: 'Chat' });
export const empty = (page: Page) => page.getByText('No conversations yet. Start a new message!');

export async function expectUnread(page: Page, count: number): Promise<void> {
  await expect(entry(page)).toHaveAccessibleName(count ? `${count} unread, Message` : 'Message');
  await expect(page).toHaveTitle(count ? new RegExp(`^\\(${count}\\) `) : /^[^(]/);
}

/** The preference is the page’s owner’s. */
export async function acceptNobody(page: Page): Promise<void> {
  const answer = await page.request.patch('/api/users/message-preference', {
    data: { messagePreference: 'no one' },
  });
  expect(answer.ok()).toBe(true);
}
