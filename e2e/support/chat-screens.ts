import { expect, type Browser, type Page } from '@playwright/test';
import * as users from '@roost/contract/users';
import { desktop } from './devices.ts';
import { newApiMember, newName, newMember, type MemberOptions } from './members.ts';
import { call, type Actor } from './api.ts';

/** Creates a member with a blank page, and two others who act by the API. All three names start with the same unique token. */
export async function newChatMembers(browser: Browser, options: MemberOptions = desktop) {
  const token = newName('c');
  const name = `${token}_me`;
  const page = await newMember(browser, name, options);
  const [ann, ben] = [`${token}_ann`, `${token}_ben`];
  return {
    token,
    name,
    page,
    ann: { name: ann, ...(await newApiMember(browser, ann)) },
    ben: { name: ben, ...(await newApiMember(browser, ben)) },
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

/** Sets the member's message preference to 'no one'. */
export async function refuseMessages(by: Actor): Promise<void> {
  await call(by, users.setMessagePreference, { body: { messagePreference: 'no one' } });
}
