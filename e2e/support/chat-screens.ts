import { expect, type Browser, type Page } from '@playwright/test';
import * as users from '@roost/contract/users';
import { desktop } from './devices.ts';
import { newName, newMember, type MemberOptions } from './members.ts';
import { call } from './api.ts';

/** Creates a member and two others who write by the API. All three names start with the same unique token. All pages are blank. */
export async function newChatMembers(browser: Browser, options: MemberOptions = desktop) {
  const token = newName('c');
  const name = `${token}_me`;
  const page = await newMember(browser, name, options);
  const [ann, ben] = [`${token}_ann`, `${token}_ben`];
  const annsPage = await newMember(browser, ann);
  const bensPage = await newMember(browser, ben);
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

/** Sets the message preference of the page's member to 'no one'. */
export async function refuseMessages(page: Page): Promise<void> {
  await call(page, users.setMessagePreference, { body: { messagePreference: 'no one' } });
}
