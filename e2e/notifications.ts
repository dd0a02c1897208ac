import { expect, type Browser, type Page } from '@playwright/test';
import { desk } from './devices.ts';
import { arrive, newName } from './people.ts';

/** Somebody, and whoever does things to them by the API. */
export async function meet(browser: Browser, options = desk, others = 2) {
  const name = newName('owner');
  const page = await arrive(browser, name, options);
  const people: { name: string; page: Page }[] = [];
  for (let n = 0; n < others; n += 1) {
    const other = newName(`fan${n}`);
    people.push({ name: other, page: await arrive(browser, other, desk) });
  }
  return { name, page, people };
}

export const like = async (by: Page, id: string) => by.request.post(`/api/posts/${id}/like`);
export const repost = async (by: Page, id: string) => by.request.post(`/api/posts/${id}/repost`);

export async function follow(by: Page, username: string): Promise<void> {
  const answer = await by.request.get(`/api/users/getuser/${username}`);
  const { data } = (await answer.json()) as { data: { user: { _id: string } } };
  await by.request.post(`/api/follow/${data.user._id}`);
}

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
