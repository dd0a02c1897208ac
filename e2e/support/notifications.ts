import { expect, type Browser, type Page } from '@playwright/test';
import * as reactions from '@roost/contract/reactions';
import * as reposts from '@roost/contract/reposts';
import { desktop } from './devices.ts';
import { newApiMember, newName, newMember } from './members.ts';
import { call, type Actor } from './api.ts';

/** Prevents the page from observing unread rows, so that they stay unread in a slow test. */
async function keepRowsUnread(page: Page): Promise<void> {
  await page.context().addInitScript(() => {
    const Real = IntersectionObserver;
    window.IntersectionObserver = class extends Real {
      override observe(target: Element) {
        if (!target.matches('[data-unread]')) super.observe(target);
      }
    };
  });
}

/** Creates a member with a blank page, and others who act by the API. Rows that the member sees stay unread. */
export async function newMemberWithFans(browser: Browser, options = desktop, others = 2) {
  const name = newName('owner');
  const page = await newMember(browser, name, options);
  await keepRowsUnread(page);
  const people: (Actor & { name: string })[] = [];
  for (let n = 0; n < others; n += 1) {
    const other = newName(`fan${n}`);
    people.push({ name: other, ...(await newApiMember(browser, other)) });
  }
  return { name, page, people };
}

export const like = async (by: Actor, postId: string) =>
  call(by, reactions.toggleLike, { params: { postId } });
export const repost = async (by: Actor, postId: string) =>
  call(by, reposts.repost, { params: { postId } });

export const entry = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Notification' });
export const rows = (page: Page, list = 'Notifications') =>
  page.getByRole('list', { name: list }).getByRole('listitem');
export const tab = (page: Page, name: string) => page.getByRole('tab', { name });

export async function expectUnread(page: Page, count: number): Promise<void> {
  await expect(entry(page)).toHaveAccessibleName(
    count ? `${count} unread, Notification` : 'Notification',
  );
  await expect(page).toHaveTitle(count ? new RegExp(`^\\(${count}\\) `) : /^[^(]/);
}
